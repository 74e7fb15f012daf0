extension TestStore {
  /// Dispatches an action, and checks the change of the state against its description.
  ///
  /// Use this for states with properties that a test may not set. The description has the form of a `Difference` in a
  /// failure: the paths of the changed parts, with their values before and after.
  ///
  /// ```swift
  /// let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
  /// store.send(2, changing: """
  ///   - 0
  ///   + 2
  ///   """)
  /// store.finish()
  /// ```
  ///
  /// `difference` lists all changes, in a partial step too. An empty text means no change.
  public func send(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, changing difference: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    send(
      action, exhaustivity, nil, difference,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects an action from elsewhere, for example from an effect, and checks the change of the state against its
  /// description, as ``send(_:_:changing:fileID:filePath:line:column:)`` does.
  ///
  /// ```swift
  /// let store = TestStore {
  ///   let store = StateStore<Int, Int>(0) { $0 += $1 }
  ///   store.dispatch(5)
  ///   return store
  /// }
  /// store.receive(5, changing: """
  ///   - 0
  ///   + 5
  ///   """)
  /// store.finish()
  /// ```
  public func receive(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, changing difference: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    receive(
      Rendering.text(action), where: { Difference(from: action, to: $0) == nil }, exhaustivity, nil, difference,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
