/// The present states of cells, kept while the stores display past states.
@usableFromInline
package struct PresentStates: @unchecked Sendable {
  // SAFETY: the states are read and replaced only while the tree's state lock is held. A state that is removed from the
  // dictionary is either released, or exchanged with its cell's state while that lock is held.
  package var byCell: [ObjectIdentifier: any ReplayedCell] = [:]

  package init() {}
}

extension StoreTree {
  /// Runs `body` with a token for reading present states, even while stores display past states.
  func readPresent<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    read { locked in
      let present = progress.with(locked) { $0.present }.byCell
      guard !present.isEmpty else { return body(locked) }
      return Self.read(present, live: { $0.entered(locked) }, body)
    }
  }

  /// - Parameter live: Returns the state of a cell that does not display a past state.
  private static func read<Result>(
    _ present: [ObjectIdentifier: any ReplayedCell], live: (any ReplayableCell) -> any ReplayedCell,
    _ body: (borrowing LockToken) -> Result
  ) -> Result {
    withoutActuallyEscaping(live) { live in
      var states = present
      return StandIns { cell in
        let state = states[ObjectIdentifier(cell)] ?? live(cell)
        states[ObjectIdentifier(cell)] = state
        return state
      }.read(body)
    }
  }
}
