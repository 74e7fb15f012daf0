import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes all bytes to a file descriptor, or throws the reason for the failure.
///
/// The program has to ignore `SIGPIPE`, as `StandardStreams.prepare` does, so that a missing reader is an error too.
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

  /// Waits, because another program may have made the terminal non-blocking.
  private func waitUntilWritable() throws(OutputFailure) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&request, 1, -1) < 0, errno != EINTR { throw OutputFailure(code: errno) }
  }
}

/// Calls the system's `write` from a type that has a method of that name.
private func system_write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
