extension Misuse {
  static func persistedProjection(state: String) -> Misuse {
    Misuse(
      "`persist` was called on a projection, which keeps no state (`\(state)`) of its own",
      so: "the state is saved, but was not restored",
      fix: "persist the store that keeps the state: `store.persist(\\.part, in: archive)`")
  }

  static func partsOfOneName(in names: [String]) -> Misuse {
    Misuse(
      "several of the parts \(names) that are saved have one name",
      so: "only the first of them is saved and restored",
      fix: "give each `StatePart` a name of its own")
  }

  static func paceOutOfRange(_ pace: SavingPace) -> Misuse {
    Misuse(
      "a `SavingPace` of \(pace.quiet) and \(pace.longest) was given, which no clock can wait for",
      so: "it was brought within zero and ten years",
      fix: "give durations within those limits; `flush()` saves at once, whatever the pace")
  }

  static var clockDoesNotWait: Misuse {
    Misuse(
      "the clock of a persisted store returned from `sleep` before any time had passed",
      so: "changes are saved only by `flush()` and when the store is released, and the clock is retried at most twice",
      fix: "give the store a clock whose `now` has reached the deadline when its `sleep` returns")
  }
}
