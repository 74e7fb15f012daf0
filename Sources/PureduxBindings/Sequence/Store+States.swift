extension Store {
  /// The current state, and then each newer one, as an asynchronous sequence.
  ///
  /// A reader that is slow is given the newest state, and those in between are skipped: no state is kept for it. The
  /// sequence keeps no store alive. It ends when the reading task is cancelled, and with the store, after its last state.
  ///
  /// ```swift
  /// for await player in store.states(removeDuplicates: .equal { $0.title }) {
  ///   print(player.title)
  /// }
  /// ```
  ///
  /// Keep the store for as long as the loop goes on. One that is gone before its first state is read is reported.
  ///
  /// - Parameters:
  ///   - equating: states that are the same by it are skipped; nil skips none.
  ///   - fileID: the place of this call, for reports.
  ///   - line: the place of this call.
  /// - Returns: a sequence that can be iterated several times. Each iteration begins with the state of that moment.
  public func states(
    removeDuplicates equating: Equating<State>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreStates<State> {
    states(equating, mayEndEarly: false, SourceLocation(fileID: fileID, line: line))
  }

  /// The current state, and then each newer one; ends with the store, however early, without a report.
  ///
  /// ```swift
  /// for await player in store.states(until: .storeGoes) { print(player.title) }
  /// ```
  ///
  /// - Parameters:
  ///   - end: says that the sequence is meant to end with the store.
  ///   - equating: states that are the same by it are skipped; nil skips none.
  ///   - fileID: the place of this call, for reports.
  ///   - line: the place of this call.
  public func states(
    until end: ObservationEnd, removeDuplicates equating: Equating<State>? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreStates<State> {
    states(equating, mayEndEarly: true, SourceLocation(fileID: fileID, line: line))
  }

  private func states(
    _ equating: Equating<State>?, mayEndEarly: Bool, _ location: SourceLocation
  ) -> StoreStates<State> {
    let store = eraseToAnyStore()
    let window = AnyStore(node: store.node.window())
    let weak = store.weak()
    return StoreStates {
      let reader = StateReader(
        differs: equating?.makeFilter(), window, weak, mayEndEarly: mayEndEarly, location: location)
      if let store = weak.strong() { reader.begin(store) } else { reader.begin(window) }
      return reader
    }
  }
}
