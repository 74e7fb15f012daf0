extension Misuse {
  static func persistedProjection(state: String) -> Misuse {
    Misuse(
      "`persist` was called on a projection, which has no state (`\(state)`) of its own",
      so: "the state is saved, but was not restored",
      fix: "persist the store that has the state: `store.persist(\\.part, in: archive)`")
  }

  static func partsOfOneName(in names: [String]) -> Misuse {
    Misuse(
      "several of the saved parts \(names) have the same name",
      so: "only the first of them is saved and restored",
      fix: "give each `StatePart` its own name")
  }

  static func paceOutOfRange(_ pace: SavingPace) -> Misuse {
    Misuse(
      "a `SavingPace` of \(pace.debounce) and \(pace.maximumDelay) is out of range",
      so: "it was clamped to the range from zero to ten years",
      fix: "pass durations in that range; `flush()` saves immediately, regardless of the pace")
  }

  static var clockDoesNotWait: Misuse {
    Misuse(
      "the clock of a persisted store returned from `sleep` before any time had passed",
      so: "changes are saved only by `flush()` and when the store is released, and the clock is retried at most twice",
      fix: "give the store a clock whose `now` has reached the deadline when its `sleep` returns")
  }
}
