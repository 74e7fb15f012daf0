extension Misuse {
  static func runInsideWithState() -> Misuse {
    Misuse(
      "a store was run inside the body of its own `withState`", so: "its runner is asked again when the body is over",
      fix: "dispatch, or drive the `ManualRunner`, after `withState` has returned")
  }

  static func runnerRanWorkTwice() -> Misuse {
    Misuse(
      "a `StoreRunner` ran the same work twice", so: "the second time nothing was delivered",
      fix: "call the closure that `run(_:)` is given exactly once")
  }
}
