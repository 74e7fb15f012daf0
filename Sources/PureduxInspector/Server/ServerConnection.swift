/// A client connection: its socket, at most one incoming request, and at most one outgoing response.
final class ServerConnection {
  enum Phase: Equatable {
    /// The connection is waiting for the first byte of a request.
    case idle
    case readingRequest
    /// The connection is sending a response, and will then enter the given phase.
    indirect case sending(then: Phase)
    /// The client receives ticks on an open stream.
    case streaming
    /// The response has been sent, and the rest of the refused request is being discarded.
    case draining
    case closed
  }

  let socket: Socket
  private(set) var phase = Phase.readingRequest
  /// The time at which the connection is closed, unless it makes progress first.
  private(set) var deadline: ContinuousClock.Instant?
  /// Whether the client has sent the key. A connection without the key may be closed to make room for new connections.
  var isTrusted = false

  private var lastTick: (text: String, at: ContinuousClock.Instant)?
  private let limits: ServerLimits
  private var parser: HTTPRequestParser
  private var needsMoreBytes = true
  /// Whether the client has shut down its sending side. Requests that were already received are still answered.
  private var hasEnded = false
  private var output: [UInt8] = []
  private var sent = 0

  init(_ socket: Socket, limits: ServerLimits) {
    self.socket = socket
    self.limits = limits
    parser = HTTPRequestParser(limits: limits)
    deadline = .now + limits.requestTime
  }

  var interest: Socket.Interest {
    switch phase {
    case .sending: .writing
    case .idle, .readingRequest, .streaming, .draining: .reading
    case .closed: .nothing
    }
  }

  /// Whether bytes of another request have already been received. Bytes that are already buffered do not make the
  /// socket readable again.
  var hasUnreadRequest: Bool { phase == .readingRequest && !parser.isEmpty && !needsMoreBytes }

  /// Receives data. Do not call this method while a response is being sent: a client that sends more data must wait.
  func receive() {
    switch socket.receive(atMost: max(1, parser.room)) {
    case .nothingYet: break
    case .end:
      hasEnded = true
      if !hasUnreadRequest { close() }
    case .bytes(let bytes):
      switch phase {
      case .streaming, .draining, .sending, .closed: break
      case .idle:
        phase = .readingRequest
        deadline = .now + limits.requestTime
        parser.append(bytes)
      case .readingRequest: parser.append(bytes)
      }
      needsMoreBytes = false
    }
  }

  /// Returns the next request, or the response to a refused request.
  ///
  /// - Parameter refusal: A closure that may refuse a request before the body arrives, so that the server does not wait
  ///   for the body.
  func nextRequest(refusing refusal: (HTTPRequest) -> HTTPResponse?) -> HTTPRequestParser.Outcome {
    guard phase == .readingRequest else { return .incomplete }
    let outcome = parser.next(refusing: refusal)
    needsMoreBytes = outcome == .incomplete
    if needsMoreBytes, hasEnded { close() }
    return outcome
  }

  func answer(_ response: HTTPResponse, to request: HTTPRequest?) {
    let keepsConnection = request?.keepsConnection == true && response.status == .ok
    output = response.bytes(keepingConnection: keepsConnection, withoutBody: request?.method == "HEAD")
    let next: Phase
    if response.isStream {
      next = .streaming
    } else if keepsConnection {
      next = parser.isEmpty ? .idle : .readingRequest
    } else {
      next = .draining
    }
    begin(then: next)
  }

  /// Sends a tick if the text has changed, or if `limits.streamSilence` has passed since the last tick. A client that
  /// has not yet received the previous tick is skipped.
  func tick(_ text: String) {
    guard phase == .streaming else { return }
    if let lastTick, lastTick.text == text, lastTick.at.duration(to: .now) < limits.streamSilence { return }
    lastTick = (text, .now)
    output = Array("data: \(text)\n\n".utf8)
    begin(then: .streaming)
  }

  private func begin(then next: Phase) {
    phase = .sending(then: next)
    deadline = .now + limits.progressTime
    send()
  }

  /// Sends as many bytes of the output as the system currently accepts.
  func send() {
    guard case .sending(let next) = phase else { return }
    while sent < output.count {
      guard let count = socket.send(output, from: sent) else { return close() }
      guard count > 0 else { return }
      sent += count
      deadline = .now + limits.progressTime
    }
    (output, sent) = ([], 0)
    enter(next)
  }

  private func enter(_ next: Phase) {
    phase = next
    switch next {
    case .idle: deadline = .now + limits.idleTime
    case .readingRequest:
      deadline = .now + limits.requestTime
      needsMoreBytes = false
    case .streaming: deadline = nil
    case .draining:
      socket.endSending()
      parser.removeAll()
      deadline = .now + limits.drainTime
    case .sending, .closed: break
    }
  }

  func closeIfLate(_ now: ContinuousClock.Instant) {
    if let deadline, deadline <= now { close() }
  }

  func close() {
    guard phase != .closed else { return }
    phase = .closed
    socket.close()
  }
}
