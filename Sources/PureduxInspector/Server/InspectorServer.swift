internal import Dispatch

/// Serves a page and its data to browsers on this machine until the server is stopped or released.
///
/// The server runs on one thread. The thread sleeps while there are no clients, and the inspected program never wakes
/// it.
final class InspectorServer: Sendable {
  let port: UInt16
  let key: AccessKey
  private let stopSignal: Socket
  private let queue: DispatchQueue

  /// The address of the page. The key is in the URL fragment, which browsers do not send to servers.
  var address: String { "http://127.0.0.1:\(port)/#key=\(key.text)" }

  /// - Parameters:
  ///   - port: A port on 127.0.0.1; 0 selects a free port.
  ///   - content: A closure that creates the served content, called once on the server's thread.
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
    // The event loop has its own serial queue, because it occupies a thread for as long as it runs.
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

  /// Stops serving, and returns when all connections are closed and the port is free.
  func stop() {
    stopSignal.endSending()
    queue.sync {}
  }
}

/// Limits on the size of requests, the number of open connections, and the duration of each step.
struct ServerLimits: Sendable {
  /// The maximum total size of the request line and all headers.
  var headBytes = 16 << 10
  var bodyBytes = 64 << 10
  var connections = 64
  /// The maximum time between the first and the last byte of a request.
  var requestTime: Duration = .seconds(5)
  /// The maximum time until a client accepts further bytes of a response.
  var progressTime: Duration = .seconds(10)
  /// The maximum time between two requests on a connection.
  var idleTime: Duration = .seconds(60)
  /// The maximum time spent draining the rest of a refused request. Without draining, the client might receive a
  /// connection reset instead of the response.
  var drainTime: Duration = .seconds(1)
  /// The interval at which the server polls for changes while a stream is open.
  var tickInterval: Duration = .milliseconds(50)
  /// The maximum time between two ticks on an open stream.
  var streamSilence: Duration = .seconds(10)
}
