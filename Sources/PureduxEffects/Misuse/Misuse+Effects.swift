extension Misuse {
  static func effectNeverRan(_ result: String, id: Identity) -> Misuse {
    Misuse(
      "\(result) was reported to the effect state \(id), which never ran",
      so: "nothing changed",
      fix: "call `run()` on the state before its work begins, and report the result to the same state")
  }

  static func duplicateEffect(id: Identity) -> Misuse {
    Misuse(
      "a collection contains the effect state \(id) more than once",
      so: "only the first of them runs",
      fix: "give each element its own state, created by `.idle()` or `.running()`, instead of a copy")
  }

  static func effectError(_ error: any Error, name: String, path: String? = nil) -> Misuse {
    Misuse(
      "the effect \(name) threw \(error)",
      so: "its work ended, and \(unchanged(path))",
      fix: "specify the action to dispatch: attach the effect with `onFailure: { .failed($0) }`, or take the error "
        + "with `Effect { … } onError: { … }`")
  }

  static func effectHoldsPool(name: String) -> Misuse {
    Misuse(
      "the synchronous effect \(name) has run for more than a second on a thread of the cooperative pool",
      so: "other tasks may wait for that thread: the pool has one thread per processor",
      fix: "attach it with `on:` and its own `DispatchQueue`, or make it asynchronous")
  }

  static func repeatedAttachment(name: String, count: Int) -> Misuse {
    Misuse(
      "the effect \(name) was attached to projections of one store for the \(count)th time",
      so: "all of them run until that store is released, and each evaluates every state",
      fix: "attach it once, where the store is created; use `effect(forEach:job:)` for many elements; or attach "
        + "it in `effects { }`, whose token ends it")
  }

  static func effectTimeout(_ timeout: Duration, name: String, path: String? = nil) -> Misuse {
    Misuse(
      "the effect \(name) took longer than \(timeout)",
      so: "it was cancelled, and \(unchanged(path))",
      fix:
        "specify the action to dispatch: attach the effect with `onFailure: { .failed($0) }`, or dispatch one with "
        + "`Effect(timeout: …) { … } onTimeout: { … }`")
  }

  /// Describes the consequence of an error for the job at `path`; `path` is nil if unknown.
  private static func unchanged(_ path: String?) -> String {
    path.map { "the job at `\($0)` stays in progress, because the state was not updated" } ?? "no action was dispatched"
  }
}

extension Misuse {
  static func jobWithoutEffect(path: String) -> Misuse {
    Misuse(
      "the work of the effect state `\\State\(path)` was requested, but no effect is attached that performs it",
      so: "it stays in progress until the state changes",
      fix: "attach the effect with `store.effect(…)`, declare it in the `effects` of its feature, or name the feature "
        + "that contains it with `.part` in the `effects` of its parent")
  }

  static func endWithoutResult(_ effect: String, path: String) -> Misuse {
    Misuse(
      "the effect \(effect) has ended, but the effect state `\\State\(path)` is still in progress",
      so: "it stays in progress until the state changes",
      fix: "dispatch an action at the end of the effect, and call `succeed()`, `fail(_:)` or `reset()` on the effect "
        + "state when it is reduced")
  }

  static func effectsNotStatic(path: String) -> Misuse {
    Misuse(
      "the state has an `EffectSet` at `\\State\(path)`",
      so: "none of its effects is attached",
      fix: "declare the effects of a feature as `static let effects: Effects`")
  }

  static func featureWithoutPart(_ type: String, path: String) -> Misuse {
    // The parent is an element or an optional, if the path leads through one.
    let inParent = path.split { $0 == "]" || $0 == "?" }.last ?? ""
    return Misuse(
      "the state contains the feature \(type) at `\\State\(path)`, which no `.part` or `.parts` names",
      so: "its effects never run",
      fix: "add `.part(\\\(inParent), …)` to the `effects` of its parent, or `.parts` for the elements of a list")
  }

  static func notStored(_ path: String) -> Misuse {
    Misuse(
      "an effect was declared with the key path \(path), which is not a stored property",
      so: "the value is read with the key path after each action, which is slower, and copies a whole part",
      fix: "name the stored property, or declare the effect with a closure such as `{ $0.value }`")
  }

  static func workError(_ error: any Error, name: String) -> Misuse {
    Misuse(
      "\(name) threw \(error)",
      so: "its work ended, and no action was dispatched",
      fix: "catch the error inside, and dispatch an action for it")
  }

  static func valueOfPlan(_ type: String, action: String) -> Misuse {
    Misuse(
      "the closure of a plan returned a value of type \(type), but the store accepts actions of type \(action)",
      so: "the value was discarded",
      fix: "dispatch actions in the plan, or return an asynchronous sequence of \(action)")
  }

  static func planForOtherState(_ name: String) -> Misuse {
    Misuse(
      "\(name) was dispatched to a store with another type of state",
      so: "it did not run",
      fix: "dispatch it to a store whose state is the first type between the angle brackets")
  }
}
