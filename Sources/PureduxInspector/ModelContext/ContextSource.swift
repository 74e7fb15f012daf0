internal import Foundation

/// The data source of the tools: the inspector's JSON interface, in this process or another process.
///
/// A source is called by only one thread at a time.
protocol ContextSource {
  /// - Parameters:
  ///   - name: The last component of a path in the interface, for example `events`.
  ///   - isCancelled: A closure that is polled while waiting for the response.
  /// - Throws: A ``ContextSourceError``.
  func ask(
    _ name: String, _ query: [(name: String, value: String)], post: [UInt8]?, isCancelled: () -> Bool
  ) throws(ContextSourceError) -> ContextValue
}

enum ContextSourceError: Error {
  /// The interface or the program refused the request for the given reason.
  case refused(String)
  case cancelled
}

/// A session file, queried in this process.
struct SessionSource: ContextSource {
  private let interface: InspectorInterface

  init(_ program: some InspectedProgram) {
    interface = InspectorInterface(program, allowsControl: false, page: .json(""))
  }

  init(_ interface: InspectorInterface) { self.interface = interface }

  func ask(
    _ name: String, _ query: [(name: String, value: String)], post: [UInt8]?, isCancelled: () -> Bool
  ) throws(ContextSourceError) -> ContextValue {
    if isCancelled() { throw .cancelled }
    var request = HTTPRequest(method: post == nil ? "GET" : "POST", path: "/api/" + name)
    request.query = Dictionary(query.map { ($0.name, $0.value) }) { $1 }
    request.body = post ?? []
    let response = interface.response(to: request)
    return try ContextValue(json: response.body).unlessRefused(status: response.status.rawValue)
  }
}

extension ContextValue {
  /// Returns the response, or throws a refusal if `status` is an HTTP error status.
  func unlessRefused(status: Int) throws(ContextSourceError) -> ContextValue {
    guard status >= 400 else { return self }
    throw .refused(self["error"].text ?? "the interface answered with status \(status)")
  }
}

/// A running program, queried through its inspector server.
struct ProgramSource: ContextSource {
  private static let longestAnswer = 64 << 20

  let port: UInt16
  let key: AccessKey
  /// The maximum time to wait for a response.
  var patience: Duration = .seconds(30)

  /// - Parameters:
  ///   - address: The program's address, for example `http://127.0.0.1:49152/`. An address with a key after `#` is
  ///     rejected, because a process's command-line arguments are visible to other users.
  ///   - key: The access key, or the whole address that the program prints.
  init(address: String, key: String) throws(CommandFailure) {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 1 else {
      throw CommandFailure(
        "The address contains a key, and every user of this machine can read the arguments of a command, so it was not used. "
          + "To fix: pass the part before the #, and the key in \(ContextCommand.keyVariable) or with --key-file.")
    }
    let hosts = ["http://127.0.0.1:", "http://localhost:"]
    guard let host = hosts.first(where: { address.hasPrefix($0) }),
      case let digits = address.dropFirst(host.count).prefix(while: { $0 != "/" }), let port = UInt16(digits), port > 0,
      ["", "/"].contains(address.dropFirst(host.count + digits.count))
    else {
      throw CommandFailure("\(address) is not the address of a local program, such as http://127.0.0.1:PORT/.")
    }
    let bare = key.split(separator: "#key=").last.map(String.init) ?? ""
    guard let key = AccessKey(bare.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CommandFailure("The key is not valid: a program prints at least 16 letters, digits, - and _.")
    }
    self.port = port
    self.key = key
  }

  func ask(
    _ name: String, _ query: [(name: String, value: String)], post: [UInt8]?, isCancelled: () -> Bool
  ) throws(ContextSourceError) -> ContextValue {
    let pairs = query.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
    let head = [
      "\(post == nil ? "GET" : "POST") /api/\(name)\(pairs.isEmpty ? "" : "?" + pairs) HTTP/1.1",
      "Host: 127.0.0.1:\(port)", "Authorization: Bearer \(key.text)", "Content-Length: \(post?.count ?? 0)",
      "Connection: close",
    ]
    let answer = try exchange(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (post ?? []), isCancelled)
    guard let end = Self.endOfHead(answer),
      let status = Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self))
    else { throw gone }
    if status == 401 { throw .refused("the program refused the key: each start of the program creates a new one") }
    let body = ContextValue(json: Array(answer[end...]))
    guard body.isPresent else { throw gone }
    return try body.unlessRefused(status: status)
  }

  private var gone: ContextSourceError {
    .refused("no program responds at http://127.0.0.1:\(port)/: it has ended, or no longer serves its recording")
  }

  /// Sends a request on a new connection, and returns all bytes of the response.
  private func exchange(_ request: [UInt8], _ isCancelled: () -> Bool) throws(ContextSourceError) -> [UInt8] {
    guard let socket = try? Socket.connecting(to: port) else { throw gone }
    defer { socket.close() }
    let end = ContinuousClock.now + patience
    var (sent, answer): (Int, [UInt8]) = (0, [])
    while true {
      if isCancelled() { throw .cancelled }
      guard ContinuousClock.now < end else {
        throw .refused(
          "the program did not respond within \(patience.components.seconds) s; it may be stopped in a debugger")
      }
      let isSending = sent < request.count
      guard
        let ready = Socket.wait(for: [(socket, isSending ? .writing : .reading)], atMost: .milliseconds(50))?.first
      else { throw gone }
      guard ready != .notReady else { continue }
      if isSending {
        guard let count = socket.send(request, from: sent) else { throw gone }
        sent += count
        continue
      }
      switch socket.receive(atMost: 1 << 20) {
      case .bytes(let bytes):
        answer += bytes
        guard answer.count <= Self.longestAnswer else {
          throw .refused("the response is longer than 64 MB: request less")
        }
      case .nothingYet: break
      case .end: return answer
      }
    }
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    return bytes.indices.first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.urlQueryAllowed)) ?? ""
  }
}
