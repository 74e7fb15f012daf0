/// The states of the present, by their cells, while live stores show others.
package struct PresentStates: @unchecked Sendable {
  // SAFETY: the states are read and exchanged with the tree's state lock held. Whoever takes them out only exchanges them
  // under that lock, or releases them.
  package fileprivate(set) var byCell: [ObjectIdentifier: any ReplayedCell] = [:]

  package init() {}
}

// Showing other states than those of the present.
extension StoreTree {
  /// Exchanges live states for others. Those that were live are the present, where nothing else has been shown.
  package func show(_ states: [any ReplayedCell], _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    for state in states { state.liveCell.exchange(state, self, turn, locked) }
    progress.with(locked) { progress in
      for state in states {
        let id = ObjectIdentifier(state.liveCell)
        progress.present.byCell[id] = progress.present.byCell[id] ?? state
      }
    }
  }

  /// Takes the states of the present out: those that are shown are the present from now on. Release the result outside of
  /// the lock.
  package func takePresent(_ locked: borrowing LockToken) -> PresentStates {
    progress.with(locked) { progress in
      defer { progress.present = PresentStates() }
      return progress.present
    }
  }

  /// Exchanges the live states for those of the present. Release the result outside of the lock.
  package func returnToPresent(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> PresentStates {
    let present = takePresent(locked)
    for state in present.byCell.values { state.liveCell.exchange(state, self, turn, locked) }
    return present
  }

  /// Runs `body` with a token by which states of the present are read, also while stores show others.
  func readPresent<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    read { locked in
      let present = progress.with(locked) { $0.present }.byCell
      guard !present.isEmpty else { return body(locked) }
      return Self.read(present, live: { $0.entered(locked) }, body)
    }
  }

  /// - Parameter live: Gives the states of stores that show no others.
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
