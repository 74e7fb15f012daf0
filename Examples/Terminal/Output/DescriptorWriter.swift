import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes to a file descriptor all of what it is given, or tells why not.
///
/// A program that uses it ignores `SIGPIPE`, so that a reader that went is told too (`StandardStreams.prepare`).
package struct DescriptorWriter: Sendable {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ text: String) throws(OutputFailure) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(OutputFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { system_write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try waitUntilWritable()
      } else if errno != EINTR {
        throw OutputFailure(code: errno)
      }
    }
  }

  /// Another program may have made the terminal one that does not block.
  private func waitUntilWritable() throws(OutputFailure) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&request, 1, -1) < 0, errno != EINTR { throw OutputFailure(code: errno) }
  }
}

/// The system's function, inside a type that has a `write` of its own.
private func system_write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
