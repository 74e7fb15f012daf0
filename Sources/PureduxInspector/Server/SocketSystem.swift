#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's calls that differ from one system to another, or whose names `Socket` has for its own methods.
enum SocketSystem {
  // Where the system can, a socket is closed to other programs from its first moment on. A connection is so a moment after
  // it was accepted: the call that would do both at once is not among those that Swift imports.
  #if canImport(Glibc)
    static let streamType = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  #elseif canImport(Musl)
    static let streamType = SOCK_STREAM | SOCK_CLOEXEC
  #else
    static let streamType = SOCK_STREAM
  #endif

  // What is sent to a client that has gone raises no signal: by a flag of each call, or by an option of the socket.
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

  // SAFETY: `bytes` lives during the call, which reads at most as many as there are.
  static func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
}
