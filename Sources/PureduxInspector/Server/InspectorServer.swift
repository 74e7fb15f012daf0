internal import Dispatch

/// Serves one page and its data to browsers of this machine, until it is stopped or released.
///
/// Everything happens on one thread. It sleeps while no client asks and no stream is open, and the program that is inspected
/// never wakes it.
final class InspectorServer: Sendable {
  let port: UInt16
  let key: AccessKey
  private let stopSignal: Socket
  private let queue: DispatchQueue

  /// The address of the page. A browser never sends the part behind `#`, which holds the key.
  var address: String { "http://127.0.0.1:\(port)/#key=\(key.text)" }

  /// - Parameters:
  ///   - port: A port of 127.0.0.1; 0 takes any that is free.
  ///   - content: Called once, on the server's thread.
  init(
    port: UInt16 = 0, key: AccessKey = AccessKey(), limits: ServerLimits = ServerLimits(),
    content: @escaping @Sendable () -> any ServedContent
  ) throws(Socket.Failure) {
    let (listener, port) = try Socket.listening(at: port)
    let ends: (Socket, Socket)
    do { ends = try Socket.pair() } catch {
      listener.closeListener()
      throw error
    }
    let policy = RequestPolicy(port: port, key: key)
    self.port = port
    self.key = key
    stopSignal = ends.0
    // A serial queue of its own has a thread of its own for as long as the loop runs.
    queue = DispatchQueue(label: "puredux.inspector")
    queue.async {
      var loop = ServerLoop(
        listener: listener, stopSignal: ends.1, policy: policy, limits: limits, content: content())
      loop.run()
    }
  }

  deinit {
    stopSignal.endSending()
    stopSignal.close()
  }

  /// Returns when no client is served any more and the port is free again.
  func stop() {
    stopSignal.endSending()
    queue.sync {}
  }
}

/// How many bytes one client may send, how many connections may be open, and how long each step may take.
struct ServerLimits: Sendable {
  /// The request line and all headers.
  var headBytes = 16 << 10
  var bodyBytes = 64 << 10
  var connections = 64
  /// From the first byte of a request to its last.
  var requestTime: Duration = .seconds(5)
  /// Between two moments at which a client takes a part of a response.
  var progressTime: Duration = .seconds(10)
  /// Between two requests.
  var idleTime: Duration = .seconds(60)
  /// How long a refused request is read to its end, so that the client sees the answer and not a reset.
  var drainTime: Duration = .seconds(1)
  /// How often an open stream looks for news.
  var tickInterval: Duration = .milliseconds(50)
  /// The longest silence of an open stream.
  var streamSilence: Duration = .seconds(10)
}
