extension Misuse {
  static func actionOfOtherStore(action: String, type: String, expected: String) -> Misuse {
    Misuse(
      "a view dispatched `\(action)`, a `\(type)`, to a store that takes `\(expected)`", so: "nothing happened",
      fix: "dispatch actions of the store's own type, or provide the view with the other store")
  }

  static func noStoreProvided(action: String) -> Misuse {
    Misuse(
      "a view dispatched `\(action)`, and no store was provided to it", so: "nothing happened",
      fix: "call `provideStore(_:)` on the view or on one above it")
  }
}
