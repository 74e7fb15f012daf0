#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system calls that differ between systems, or whose names `Socket` uses for its methods.
enum SocketSystem {
  // Where possible, a socket is created with close-on-exec. An accepted connection gets the flag a moment later: Swift
  // does not import the call that would do both at once.
  #if canImport(Glibc)
    static let streamType = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  #elseif canImport(Musl)
    static let streamType = SOCK_STREAM | SOCK_CLOEXEC
  #else
    static let streamType = SOCK_STREAM
  #endif

  // Sending to a disconnected client raises no signal: by a flag of each call, or by an option of the socket.
  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0

    static func raiseNoSignal(_ descriptor: Int32) {
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)

    static func raiseNoSignal(_ descriptor: Int32) {}
  #endif

  static func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

  // SAFETY: `bytes` is valid during the call, which reads at most its count.
  static func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
}
