extension Recording {
  /// Shows the recording in a browser: serves a page, and the same as JSON for scripts, at an address of this machine.
  ///
  /// Print the address, and open it. The page follows what happens, and shows each action with its cause, its durations,
  /// the difference that it made and the states after it. Serve in builds for development: whoever has the address sees
  /// the states of the program.
  ///
  /// ```swift
  /// let recording = store.record()
  /// let page = try recording.serve()
  /// print("Inspect the program at \(page.address)")
  /// ```
  ///
  /// With `control`, the page has buttons that pause the program, take it through its past and back (see `jump(to:)`),
  /// and send it actions: one again that was seen, or one written as JSON where the store's actions are `Decodable`.
  ///
  /// ```swift
  /// let page = try recording.serve(control: true)
  /// print("Inspect and steer the program at \(page.address)")
  /// ```
  ///
  /// - Parameters:
  ///   - control: Whether the page, and whoever else has the key, may change the program. It only looks by default.
  ///   - port: A port of 127.0.0.1. Any free one by default.
  ///   - key: What a browser or a script has to know, at least 16 letters, digits, `-` and `_`. A new random key by default.
  ///     With a port and a key of your own, an open page finds the program when it is started again.
  ///   - redact: As in ``write(to:redact:)``: given each action and state before anything of it is served; what it returns is
  ///     shown instead. It is called on the thread of the page, and where states are compared also on that of the reducers.
  /// - Returns: The page, which is served until it is released or stopped.
  /// - Throws: ``InspectorPageError`` for a port that is taken and a key that is too short.
  public func serve(
    control: Bool = false, port: UInt16 = 0, key: String? = nil,
    redact: (@Sendable (_ value: Any) -> Any)? = nil
  ) throws -> InspectorPage {
    let questions = MainThreadQuestions()
    let program = RecordedProgram(recording: self, name: Self.programName, redact: redact, questions: questions)
    return try InspectorPage(program, port: port, key: key, control: control) { questions.stop() }
  }
}

/// A page in the browser that shows what happens in a program, served for as long as this object lives.
///
/// Only browsers and scripts of the same machine can reach it, and only with the key in its ``address``. Serving costs the
/// program nothing while nobody looks: one thread sleeps.
public final class InspectorPage: Sendable {
  private let server: InspectorServer
  private let willStop: @Sendable () -> Void

  /// - Parameter willStop: Has the program keep the server's thread waiting no longer.
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

  /// The address to open in a browser. It holds the key behind `#`, a part that browsers do not send.
  public var address: String { server.address }

  /// The port of 127.0.0.1.
  public var port: UInt16 { server.port }

  /// The key that scripts send, as `Authorization: Bearer KEY`.
  public var key: String { server.key.text }

  /// Stops serving. When it returns, every connection is closed and the port is free.
  public func stop() {
    // This may be the main thread, and the server's thread may wait for it.
    willStop()
    server.stop()
  }
}

/// Why a page cannot be served.
public enum InspectorPageError: Error, Equatable, CustomStringConvertible {
  /// The port is taken, or may not be used.
  case unavailablePort(UInt16, reason: String)
  /// The key has fewer than 16 characters, or others than letters, digits, `-` and `_`.
  case unsuitableKey

  public var description: String {
    switch self {
    case .unavailablePort(let port, let reason):
      "The inspector's page cannot be served at port \(port): \(reason). To fix: leave the port out, and any free one is taken."
    case .unsuitableKey:
      "The key of the inspector's page is not suitable. To fix: use 16 or more letters, digits, `-` and `_`, or leave the key out."
    }
  }
}
