extension Recording {
  /// Serves the recording on localhost, as a web page for browsers and as JSON for scripts.
  ///
  /// Print the page's address, and open it in a browser. The page updates live, and displays each action with its
  /// cause, durations, changes and resulting states. Serve a page only in development builds: anyone with the address
  /// can read the states of the program.
  ///
  /// ```swift
  /// let recording = store.record()
  /// let page = try recording.serve()
  /// print("Inspect the program at \(page.address)")
  /// ```
  ///
  /// With `control`, the page has buttons to pause the program, travel through its past (see `jump(to:)`), and send
  /// actions. You can send a recorded action again, or write an action as JSON if the store's action type is
  /// `Decodable`.
  ///
  /// ```swift
  /// let page = try recording.serve(control: true)
  /// print("Inspect and steer the program at \(page.address)")
  /// ```
  ///
  /// - Parameters:
  ///   - control: Whether the page and other clients with the key may control the program; false by default.
  ///   - port: The port on 127.0.0.1 to serve on. By default, the system chooses a free port.
  ///   - key: The key for browsers and scripts: at least 16 characters, each a letter, a digit, `-` or `_`. The default
  ///     is a new random key. With a fixed port and key, an open page reconnects when the program is restarted.
  ///   - redact: Transforms each action and state before the page displays it, as in ``write(to:redact:)``. The closure
  ///     is called on the page's thread and, when states are compared, also on the thread that runs the reducers.
  /// - Returns: The page, which is served until it is released or stopped.
  /// - Throws: ``InspectorPageError`` if the port is unavailable or the key is invalid.
  public func serve(
    control: Bool = false, port: UInt16 = 0, key: String? = nil,
    redact: (@Sendable (_ value: Any) -> Any)? = nil
  ) throws -> InspectorPage {
    let questions = MainThreadQuestions()
    let program = RecordedProgram(recording: self, name: Self.programName, redact: redact, questions: questions)
    return try InspectorPage(program, port: port, key: key, control: control) { questions.stop() }
  }
}

/// A web page that displays the events of a program, and is served until it is released or stopped.
///
/// Only programs on the same machine, such as browsers and scripts, can reach the page. Reading any data requires the
/// key in the page's ``address``. While there are no clients, the server's thread sleeps and uses no CPU time.
public final class InspectorPage: Sendable {
  private let server: InspectorServer
  private let willStop: @Sendable () -> Void

  /// - Parameter willStop: Called before the server stops, to wake a server thread that is waiting for the program.
  package init(
    _ program: some InspectedProgram, port: UInt16, key: String?, control: Bool,
    willStop: @escaping @Sendable () -> Void = {}
  ) throws {
    self.willStop = willStop
    let accessKey: AccessKey
    if let key {
      guard let own = AccessKey(key) else { throw InspectorPageError.unsuitableKey }
      accessKey = own
    } else {
      accessKey = AccessKey()
    }
    do {
      server = try InspectorServer(port: port, key: accessKey) {
        InspectorInterface(program, allowsControl: control, page: PageDocument.served)
      }
    } catch {
      throw InspectorPageError.unavailablePort(port, reason: "\(error)")
    }
  }

  /// The page's address, to open in a browser. The key is in the URL fragment, which browsers do not send to servers.
  public var address: String { server.address }

  /// The port on 127.0.0.1.
  public var port: UInt16 { server.port }

  /// The access key, which scripts send as `Authorization: Bearer KEY`.
  public var key: String { server.key.text }

  /// Stops the server, and returns once all connections are closed and the port is free.
  public func stop() {
    // Prevents a deadlock: this method may be called on the main thread, for which the server's thread may be waiting.
    willStop()
    server.stop()
  }
}

/// The reason a page cannot be served.
public enum InspectorPageError: Error, Equatable, CustomStringConvertible {
  /// The port is in use, or binding to it is not permitted.
  case unavailablePort(UInt16, reason: String)
  /// The key has fewer than 16 characters, or contains a character other than a letter, a digit, `-` or `_`.
  case unsuitableKey

  public var description: String {
    switch self {
    case .unavailablePort(let port, let reason):
      "The inspector's page cannot be served at port \(port): \(reason). To fix: omit the port to use any free one."
    case .unsuitableKey:
      "The key of the inspector's page is invalid. To fix: use 16 or more letters, digits, `-` and `_`, or omit the key."
    }
  }
}
