import Foundation
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A small HTTP server on loopback that often fails: the first request for a file ends halfway, the second is
/// refused, and the third succeeds. Every third file succeeds at once, and one is missing.
final class FlakyServer: Sendable {
  struct CannotListen: Error {}

  let port: UInt16
  private let socket: Int32
  private let requests = Requests()

  /// Listens on a free port.
  init() throws {
    #if canImport(Glibc)
      let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #elseif canImport(Musl)
      let socket = Musl.socket(AF_INET, SOCK_STREAM, 0)
    #else
      let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard let port = Self.bindToLoopback(socket) else {
      close(socket)
      throw CannotListen()
    }
    self.socket = socket
    self.port = port
  }

  private static func bindToLoopback(_ socket: Int32) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        bind(socket, address.baseAddress, size) == 0 && listen(socket, 16) == 0
          && getsockname(socket, address.baseAddress, &size) == 0
      }
    }
    return isListening ? UInt16(bigEndian: address.sin_port) : nil
  }

  deinit { close(socket) }

  /// The files that the server offers: its own six, or the requested number.
  func urls(_ count: Int? = nil) -> [URL] {
    let own = ["alder.bin", "birch.bin", "cedar.bin", "dogwood.bin", "elm.bin", "missing.bin"]
    let names = count.map { count in (1...count).map { "file\($0).bin" } } ?? own
    return names.compactMap { URL(string: "http://127.0.0.1:\(port)/\($0)") }
  }

  /// Answers requests, each on a thread of its own, for as long as the process lives.
  func start() {
    let (socket, requests) = (socket, requests)
    Thread.detachNewThread {
      while case let client = accept(socket, nil, nil), client >= 0 {
        Thread.detachNewThread {
          Self.answer(client, requests)
          close(client)
        }
      }
    }
  }

  private static func answer(_ client: Int32, _ requests: Requests) {
    guard let path = readPath(client) else { return }
    let attempt = requests.count(path)
    guard !path.hasSuffix("missing.bin") else { return write(client, "HTTP/1.1 404 Not Found") }
    let length = 200_000 + path.utf8.reduce(0) { $0 + Int($1) } * 700
    let isKind = path.utf8.count.isMultiple(of: 3)
    guard isKind || attempt != 2 else { return write(client, "HTTP/1.1 503 Service Unavailable") }
    write(client, "HTTP/1.1 200 OK", length: length)
    sendBody(client, isKind || attempt > 2 ? length : length / 2)
  }

  private static func readPath(_ client: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(client, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    let words = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: " ")
    return words.dropFirst().first.map(String.init)
  }

  private static func write(_ client: Int32, _ status: String, length: Int = 0) {
    let head = Array("\(status)\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n".utf8)
    _ = send(client, head, head.count, 0)
  }

  private static func sendBody(_ client: Int32, _ length: Int) {
    let piece = [UInt8](repeating: 42, count: 8192)
    var left = length
    while left > 0, case let sent = send(client, piece, min(left, piece.count), 0), sent > 0 {
      left -= sent
      usleep(20_000)
    }
  }

  /// The number of requests for each file.
  private final class Requests: @unchecked Sendable {
    // SAFETY: `counts` is private and reached only while `lock` is held.
    private var counts: [String: Int] = [:]
    private let lock = NSLock()

    func count(_ path: String) -> Int {
      lock.withLock {
        counts[path, default: 0] += 1
        return counts[path, default: 0]
      }
    }
  }
}
