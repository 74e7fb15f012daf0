internal import PureduxAtomics

extension Misuse {
  static func dispatchToReleasedStore(action: String, name: String? = nil) -> Misuse {
    Misuse(
      "`\(action)` was dispatched to \(name.map { "the store \"\($0)\", which" } ?? "a store that") no longer exists",
      so: "nothing happened",
      fix: "keep the `StateStore` itself, not only a `WeakStore`, for as long as it is used")
  }

  static func storeWentWhileObserved(_ orphan: OrphanedObserver) -> Misuse {
    Misuse(
      "\(orphan.store.map { "the store \"\($0)\"" } ?? "a store") was released while it was observed \(orphan.description)",
      so: orphan.advice.consequence, fix: orphan.advice.fix)
  }

  static func readInsideReducer(keepsStateBefore: Bool) -> Misuse {
    Misuse(
      "a reducer read the state of its own store tree",
      so: keepsStateBefore
        ? "it received the state before the turn"
        : "there is no state to return, because the old one is being changed",
      fix: "use the state that is passed to the reducer, or add the needed values to the action"
        + (keepsStateBefore ? "" : "; `keepsStateBeforeTurn` of the context keeps the process alive until then"))
  }

  static func storeUsedInsideWithState() -> Misuse {
    Misuse(
      "a store was read inside the body of `withState`",
      so: "the read succeeded, but reducers had to wait for it as well as for the body",
      fix: "read all values from the state that is passed to the body, or copy the state with `state`")
  }

  static func reducerNotOnMain(action: String) -> Misuse {
    Misuse(
      "the turn of `\(action)` ran on a thread other than the main thread, but its reducer is isolated to the main actor",
      so: "its reducer was not called",
      fix: "run the context's runner, for example the runner of a test, on the main actor")
  }

  package static func wrongActionType(action: String, type: String, expected: String) -> Misuse {
    Misuse(
      "work dispatched `\(action)`, a `\(type)`, to a store that takes `\(expected)`", so: "it was dropped",
      fix: "return an action of the store's own type, or embed the action with `map(actions:)`")
  }
}

extension Misuse {
  static func runInsideWithState() -> Misuse {
    Misuse(
      "a store was run inside the body of its own `withState`", so: "its runner resumes when the body returns",
      fix: "dispatch, or drive the `ManualRunner`, after `withState` has returned")
  }

  static func runnerRanWorkTwice() -> Misuse {
    Misuse(
      "a `StoreRunner` ran the same work twice", so: "the second time nothing was delivered",
      fix: "call the closure passed to `run(_:)` exactly once")
  }

  static func clockFailed(_ duration: Duration, _ error: any Error) -> Misuse {
    Misuse(
      "the context's clock threw \(error) from `sleep(\(duration))` although its task was not cancelled",
      so: "the system clock is used for this wait",
      fix: "let the clock's `sleep` throw only when its task is cancelled")
  }

  /// On first access, enables reports of edits at invalid positions of a collection.
  ///
  /// Creating the first reporter or tree accesses this constant.
  static let reportsCollections: Void = puredux_set_position_report { position, count in
    StoreContext.current.report(.positionOutside(position, count: count))
  }

  private static func positionOutside(_ position: Int, count: Int) -> Misuse {
    Misuse(
      "an edit used position \(position) of an ordered state with \(count) elements",
      so: "only existing positions were edited, and an insertion was moved to the nearest one",
      fix: "edit by id, or use positions that were taken from the same state"
    )
  }
}
