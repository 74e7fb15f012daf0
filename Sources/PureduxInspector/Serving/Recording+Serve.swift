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
