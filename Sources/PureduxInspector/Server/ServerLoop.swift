/// The server's event loop: waits for sockets, reads requests, and sends responses and ticks.
struct ServerLoop: ~Copyable {
  /// The listening socket; nil while the server cannot listen on its port.
  private var listener: Socket?
  /// A socket that becomes readable when the server is stopped.
  private let stopSignal: Socket
  private let policy: RequestPolicy
  private let limits: ServerLimits
  private let content: any ServedContent
  private var connections: [ServerConnection] = []
  /// The time of the next attempt to accept clients; nil unless descriptors or memory have run out.
  private var acceptsAgain: ContinuousClock.Instant?
  /// The earliest time of the next attempt to listen on the port.
  private var listensAgain = ContinuousClock.now

  init(listener: Socket, stopSignal: Socket, policy: RequestPolicy, limits: ServerLimits, content: any ServedContent) {
    self.listener = listener
    self.stopSignal = stopSignal
    self.policy = policy
    self.limits = limits
    self.content = content
  }

  /// Runs until the server is stopped, and then closes every socket.
  mutating func run() {
    while serveOnce() {}
    for connection in connections { connection.close() }
    listener?.closeListener()
    stopSignal.close()
  }

  private mutating func serveOnce() -> Bool {
    if let again = acceptsAgain, again <= .now { acceptsAgain = nil }
    if listener == nil { listenAnew() }
    var interests: [(socket: Socket, interest: Socket.Interest)] = [
      (stopSignal, .reading), (listener ?? stopSignal, listener == nil || acceptsAgain != nil ? .nothing : .reading),
    ]
    interests += connections.map { ($0.socket, $0.interest) }
    guard let ready = Socket.wait(for: interests, atMost: waitingTime()), ready[0] == .notReady else {
      return false
    }

    for (connection, readiness) in zip(connections, ready.dropFirst(2))
    where readiness != .notReady || connection.hasUnreadRequest {
      serve(connection, isReady: readiness != .notReady)
    }
    switch ready[1] {
    case .notReady: break
    case .ready: acceptAll()
    case .broken: loseListener()
    }
    tick()
    let now = ContinuousClock.now
    for connection in connections { connection.closeIfLate(now) }
    connections.removeAll { $0.phase == .closed }
    return true
  }

  /// The time until the next deadline of the event loop; nil if there is no deadline.
  private func waitingTime() -> Duration? {
    if connections.contains(where: \.hasUnreadRequest) { return .zero }
    let now = ContinuousClock.now
    var times = connections.compactMap { $0.deadline.map { now.duration(to: $0) } }
    if connections.contains(where: { $0.phase == .streaming }) { times.append(limits.tickInterval) }
    if let acceptsAgain { times.append(now.duration(to: acceptsAgain)) }
    if listener == nil { times.append(now.duration(to: listensAgain)) }
    return times.min()
  }

  private func serve(_ connection: ServerConnection, isReady: Bool) {
    if case .sending = connection.phase { return connection.send() }
    if isReady { connection.receive() }
    switch connection.nextRequest(refusing: policy.refusal) {
    case .incomplete: break
    case .refused(let response): connection.answer(response, to: nil)
    case .request(let request): connection.answer(response(to: request, of: connection), to: request)
    }
  }

  private func response(to request: HTTPRequest, of connection: ServerConnection) -> HTTPResponse {
    let decision = policy.decide(request)
    switch decision {
    case .refused(let response): return response
    case .page: return content.page()
    case .stream:
      connection.isTrusted = true
      return .stream
    case .content:
      connection.isTrusted = true
      return content.response(to: request)
    }
  }

  /// Tries to listen on the same port again, so that the page's address stays valid. Attempts are limited to one per
  /// second, so that retrying costs little while the port is unavailable.
  private mutating func listenAnew() {
    guard listensAgain <= .now else { return }
    listensAgain = .now + .seconds(1)
    listener = try? Socket.listening(at: policy.port).socket
  }

  private mutating func loseListener() {
    listener?.closeListener()
    listener = nil
  }

  /// Accepts a limited number of connections per pass of the loop, so that open connections are not starved.
  private mutating func acceptAll() {
    for _ in 0..<64 {
      switch listener?.accept() ?? .nothingYet {
      case .nothingYet: return
      case .broken: return loseListener()
      case .exhausted:
        acceptsAgain = .now + .milliseconds(100)
        return
      case .socket(let socket): add(socket)
      }
    }
  }

  /// Adds a connection. At the connection limit, the oldest connection without the key is closed, so that slow clients
  /// cannot lock out the page.
  private mutating func add(_ socket: Socket) {
    connections.removeAll { $0.phase == .closed }
    if connections.count >= limits.connections {
      guard let oldest = connections.firstIndex(where: { !$0.isTrusted }) else { return socket.close() }
      connections.remove(at: oldest).close()
    }
    connections.append(ServerConnection(socket, limits: limits))
  }

  private func tick() {
    let streams = connections.filter { $0.phase == .streaming }
    guard !streams.isEmpty else { return }
    let text = content.tick()
    for stream in streams { stream.tick(text) }
  }
}
