#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A nonblocking socket. The owner of a socket must close its descriptor.
struct Socket: Sendable {
  /// A failed system call, with its `errno`.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String) { (self.call, code) = (call, errno) }

    var description: String { "\(call) failed: \(String(cString: strerror(code)))" }
  }

  enum Received {
    case bytes([UInt8])
    case nothingYet
    case end
  }

  enum Accepted {
    case socket(Socket)
    case nothingYet
    /// The process or the system has run out of descriptors or memory.
    case exhausted
    /// The system has closed the listening socket, for example because the application was suspended.
    case broken
  }

  let descriptor: Int32

  /// Makes the socket nonblocking and close-on-exec. On Darwin, also disables `SIGPIPE` for the socket.
  private init(preparing descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    SocketSystem.raiseNoSignal(descriptor)
  }

  /// Listens on a port of 127.0.0.1, an address that other machines cannot reach. Port 0 selects a free port.
  static func listening(at port: UInt16) throws(Failure) -> (socket: Socket, port: UInt16) {
    let descriptor = socket(AF_INET, SocketSystem.streamType, 0)
    guard descriptor >= 0 else { throw Failure("socket") }
    let listener = Socket(preparing: descriptor)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: a `sockaddr_in` may be accessed as a `sockaddr` of the same size, and is valid during the calls.
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else {
      let failure = Failure("listening at port \(port)")
      listener.close()
      throw failure
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Starts connecting to a port on 127.0.0.1. The socket becomes writable when the connection is established or has
  /// failed.
  static func connecting(to port: UInt16) throws(Failure) -> Socket {
    let descriptor = socket(AF_INET, SocketSystem.streamType, 0)
    guard descriptor >= 0 else { throw Failure("socket") }
    let client = Socket(preparing: descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    // SAFETY: a `sockaddr_in` may be accessed as a `sockaddr` of the same size, and is valid during the call.
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || errno == EINPROGRESS else {
      let failure = Failure("connecting to port \(port)")
      client.close()
      throw failure
    }
    return client
  }

  /// Creates two connected sockets.
  static func pair() throws(Failure) -> (Socket, Socket) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, SocketSystem.streamType, 0, &ends) == 0 else { throw Failure("socketpair") }
    return (Socket(preparing: ends[0]), Socket(preparing: ends[1]))
  }

  func accept() -> Accepted {
    let new = SocketSystem.acceptConnection(descriptor)
    guard new < 0 else { return .socket(Socket(preparing: new)) }
    switch errno {
    // `ECONNABORTED` and `EPROTO` mean that a client disconnected before it was accepted.
    case EAGAIN, EINTR, ECONNABORTED, EPROTO: return .nothingYet
    case EMFILE, ENFILE, ENOMEM, ENOBUFS: return .exhausted
    default: return .broken
    }
  }

  func receive(atMost count: Int) -> Received {
    var buffer = [UInt8](repeating: 0, count: min(count, 16 << 10))
    // SAFETY: the buffer is valid during the call, which writes at most `buffer.count` bytes.
    let received = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if received > 0 { return .bytes(Array(buffer[..<received])) }
    return received < 0 && [EAGAIN, EINTR].contains(errno) ? .nothingYet : .end
  }

  /// Sends the bytes starting at index `start`, and returns the number that the system accepted.
  ///
  /// Returns 0 if the system currently accepts no bytes, or nil if the client has disconnected.
  func send(_ bytes: [UInt8], from start: Int) -> Int? {
    // SAFETY: `bytes` is valid during the call, which reads at most `bytes.count` bytes.
    let sent = bytes.withUnsafeBytes { buffer in
      SocketSystem.sendBytes(descriptor, UnsafeRawBufferPointer(rebasing: buffer[start...]))
    }
    if sent >= 0 { return sent }
    return [EAGAIN, EINTR].contains(errno) ? 0 : nil
  }

  /// Shuts down the sending side of the connection. Data from the peer can still be received.
  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func close() { SocketSystem.closeDescriptor(descriptor) }

  /// Closes a listening socket. The port becomes free immediately, even if a child process that is being started still
  /// holds the socket open.
  func closeListener() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
    close()
  }

  enum Interest {
    case reading, writing, nothing
  }

  /// The result of waiting for a socket.
  enum Readiness {
    case notReady, ready
    /// The peer has disconnected, or the socket is invalid.
    case broken
  }

  /// Waits until a socket is ready or the timeout expires, and returns the readiness of each socket.
  ///
  /// Returns nil if `poll` fails. If a signal interrupts the call, reports all sockets as not ready.
  static func wait(for interests: [(socket: Socket, interest: Interest)], atMost time: Duration?) -> [Readiness]? {
    var polls = interests.map { socket, interest in
      let events: Int32
      switch interest {
      case .reading: events = Int32(POLLIN)
      case .writing: events = Int32(POLLOUT)
      case .nothing: events = 0
      }
      return pollfd(fd: interest == .nothing ? -1 : socket.descriptor, events: Int16(events), revents: 0)
    }
    let milliseconds = time.map { Int32(clamping: max(0, $0 / .milliseconds(1)).rounded(.up)) } ?? -1
    let count = poll(&polls, nfds_t(polls.count), milliseconds)
    guard count >= 0 || errno == EINTR else { return nil }
    return polls.map { poll in
      if count <= 0 || poll.revents == 0 { return .notReady }
      return Int32(poll.revents) & Int32(POLLERR | POLLHUP | POLLNVAL) == 0 ? .ready : .broken
    }
  }
}

extension Int32 {
  fileprivate init(clamping value: Double) { self = value < 3_600_000 ? Int32(value) : 3_600_000 }
}

/// System calls that differ between platforms, or that have the same name as a method of `Socket`.
enum SocketSystem {
  // Where possible, a socket is created with the close-on-exec flag. For an accepted connection, the flag is set in a
  // second call, because Swift does not import `accept4`.
  #if canImport(Glibc)
    static let streamType = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  #elseif canImport(Musl)
    static let streamType = SOCK_STREAM | SOCK_CLOEXEC
  #else
    static let streamType = SOCK_STREAM
  #endif

  // Sending to a disconnected client must not raise `SIGPIPE`. On Darwin, a socket option disables the signal; on other
  // systems, a flag on each call does.
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

  // SAFETY: `bytes` is valid during the call, which reads at most `bytes.count` bytes.
  static func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
}
