internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A connection over a socket of this machine: messages with their lengths.
final class SocketConnection: Sendable {
  private let file: Int32
  private let isClosed = Mutex(false)
  private let writing = DispatchQueue(label: "socket writes")
  private let reading = DispatchQueue(label: "socket reads")

  init(_ file: Int32) { self.file = file }

  deinit { Self.close(file) }

  /// Connects to the server at a path.
  convenience init(path: String) throws {
    let file = try Self.open()
    let result = Self.withAddress(path) { connect(file, $0, $1) }
    guard result == 0 else {
      Self.close(file)
      throw SocketError.notConnected
    }
    self.init(file)
  }

  /// Waits for connections at a path, until the process ends.
  static func accept(path: String, _ body: @escaping @Sendable (SocketConnection) -> Void) throws {
    unlink(path)
    let file = try open()
    guard withAddress(path, { bind(file, $0, $1) }) == 0, listen(file, 64) == 0 else { throw SocketError.notConnected }
    DispatchQueue(label: "socket connections").async {
      while true {
        #if canImport(Glibc)
          let next = Glibc.accept(file, nil, nil)
        #else
          let next = Darwin.accept(file, nil, nil)
        #endif
        if next >= 0 { body(SocketConnection(next)) }
      }
    }
  }

  /// Receives messages until the connection ends.
  func receive(_ body: @escaping @Sendable (SocketMessage) -> Void, end: @escaping @Sendable () -> Void) {
    reading.async { [self] in
      while let message = readMessage() { body(message) }
      close()
      end()
    }
  }

  func send(_ message: SocketMessage) {
    writing.async { [self] in
      guard let data = try? JSONEncoder().encode(message) else { return close() }
      var bytes = withUnsafeBytes(of: UInt32(data.count).littleEndian) { Array($0) } + Array(data)
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Self.write(file, $0) }
        guard count > 0 else { return close() }
        bytes.removeFirst(count)
      }
    }
  }

  /// Ends the connection in both directions.
  func close() {
    isClosed.withLock { isClosed in
      if !isClosed { shutdown(file, Int32(SHUT_RDWR)) }
      isClosed = true
    }
  }

  private func readMessage() -> SocketMessage? {
    guard let header = readBytes(4) else { return nil }
    // SAFETY: the header has four bytes, and the load requires no alignment.
    let count = header.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    return readBytes(Int(count)).flatMap { try? JSONDecoder().decode(SocketMessage.self, from: Data($0)) }
  }

  private func readBytes(_ count: Int) -> [UInt8]? {
    var (bytes, done) = ([UInt8](repeating: 0, count: count), 0)
    while done < count {
      let read = bytes.withUnsafeMutableBytes { recv(file, $0.baseAddress! + done, count - done, 0) }
      guard read > 0 else { return nil }
      done += read
    }
    return bytes
  }

  private static func open() throws -> Int32 {
    #if canImport(Glibc)
      let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let file = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard file >= 0 else { throw SocketError.notConnected }
    return file
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.send(file, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      Darwin.send(file, bytes.baseAddress, bytes.count, 0)
    #endif
  }

  private static func close(_ file: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(file)
    #else
      _ = Darwin.close(file)
    #endif
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let size = MemoryLayout.size(ofValue: address.sun_path)
    precondition(path.utf8.count < size, "the path of a socket has a limit")
    // SAFETY: the path, and the zero after it, fit into the address.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
