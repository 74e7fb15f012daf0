extension Misuse {
  static func dispatchToReleasedStore(action: String) -> Misuse {
    Misuse(
      "`\(action)` was dispatched to a store that no longer exists", so: "nothing happened",
      fix: "keep the `StateStore` itself, not only a `WeakStore`, for as long as it is used")
  }

  static func readInsideReducer(keepsStateBefore: Bool) -> Misuse {
    Misuse(
      "a reducer read the state of its own store tree",
      so: keepsStateBefore
        ? "it was given the state before the turn"
        : "there is no state to give it, for the old one is being changed in place",
      fix: "use the state that the reducer is given, or put what it needs into the action"
        + (keepsStateBefore ? "" : "; `keepsStateBeforeTurn` of the context keeps the process alive until then"))
  }

  static func storeUsedInsideWithState() -> Misuse {
    Misuse(
      "a store was read inside the body of `withState`",
      so:
        "it was read while the body holds the lock of a state, which can make two threads wait for each other for ever",
      fix: "read all that is needed from the state that the body is given, or copy it with `state`")
  }

  static func reducerNotOnMain(action: String) -> Misuse {
    Misuse(
      "the turn of `\(action)` came on another thread than the main one, to a store whose reducer is the main actor's",
      so: "its reducer was not called",
      fix: "drive the runner that the context gave the store, a test's say, from the main actor")
  }

  static func wrongActionType(action: String, type: String, expected: String) -> Misuse {
    Misuse(
      "work dispatched `\(action)`, a `\(type)`, to a store that takes `\(expected)`", so: "it was dropped",
      fix: "give back an action of the store's own type, or embed it with `map(actions:)`")
  }
}
