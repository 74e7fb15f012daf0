// This module does not import Foundation: a clean build of every client waits for this module, and Foundation would add
// seconds to the wait.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection to the compiler. Each message is an 8-byte little-endian length, followed by that many bytes of JSON.
struct PluginConnection {
  /// The maximum length of a message, far above that of any real message. A greater length means that the stream is
  /// corrupt.
  static let longestMessage = 64 << 20

  let input: Int32
  let output: Int32

  /// Takes over standard input and output, so that no other code can use them.
  ///
  /// Text that is printed by accident is redirected to standard error, where it cannot corrupt a message.
  static func takingOverStandardIO() throws -> PluginConnection {
    let connection = PluginConnection(input: dup(0), output: dup(1))
    guard connection.input >= 0, connection.output >= 0, close(0) == 0, dup2(2, 1) >= 0 else {
      throw ProtocolError("standard input and output are not available")
    }
    return connection
  }

  /// Returns the next message, or nil at the end of the stream or after an empty message.
  func receive() throws -> [UInt8]? {
    let header = try bytes(8)
    guard !header.isEmpty else { return nil }
    guard header.count == 8 else { throw ProtocolError("the stream ends inside a message") }
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length > 0 else { return nil }
    guard length <= Self.longestMessage else { throw ProtocolError("a message of \(length) bytes is too long") }
    let message = try bytes(Int(length))
    guard message.count == length else { throw ProtocolError("the stream ends inside a message") }
    return message
  }

  func send(_ message: [UInt8]) throws {
    let length = UInt64(message.count)
    var rest = ((0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + message)[...]
    while !rest.isEmpty {
      // SAFETY: `write` reads at most `$0.count` bytes, which are valid during the call.
      let written = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw ProtocolError("writing to the compiler failed") }
      rest = rest.dropFirst(written)
    }
  }

  /// Writes one line to standard error and exits with status 1. Line breaks in the error's description are replaced by
  /// spaces.
  static func end(telling error: any Error) -> Never {
    let text = String("\(error)".map { $0.isNewline ? " " : $0 })
    let line = Array("PureduxMacros: \(text)\n".utf8)
    _ = write(2, line, line.count)
    exit(1)
  }

  /// Returns `count` bytes, or fewer at the end of the stream.
  ///
  /// Memory use grows with the number of bytes received, not with the announced length.
  private func bytes(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while bytes.count < count {
      let wanted = min(buffer.count, count - bytes.count)
      // SAFETY: `read` writes at most `wanted` bytes. The buffer is valid during the call, and has room for `wanted`
      // bytes.
      let received = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, wanted) }
      if received < 0, errno == EINTR { continue }
      guard received >= 0 else { throw ProtocolError("reading from the compiler failed") }
      guard received > 0 else { break }
      bytes += buffer[..<received]
    }
    return bytes
  }
}
