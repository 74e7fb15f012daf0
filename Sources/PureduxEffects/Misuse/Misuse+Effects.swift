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

/// Finds the path of a job in a state, for use in misuse reports.
struct JobSearch {
  private let id: Identity
  /// The number of values that may still be visited; this limit bounds the search in very large states.
  private var left = 10_000

  private init(_ id: Identity) { self.id = id }

  /// The path of the job in the state, written as a key path; nil if the job was not found.
  static func path(of id: Identity, in state: Any) -> String? {
    var search = JobSearch(id)
    return search.path(in: state, depth: 12).map { "\\" + ($0.isEmpty ? ".self" : $0) }
  }

  private mutating func path(in value: Any, depth: Int) -> String? {
    if let job = value as? Effect.State { return job.id == id ? "" : nil }
    let mirror = Mirror(reflecting: value)
    for (index, child) in mirror.children.enumerated() {
      guard left > 0, depth > 0 else { return nil }
      left -= 1
      if let rest = path(in: child.value, depth: depth - 1) {
        return step(child.label, index, of: mirror) + rest
      }
    }
    return nil
  }

  private func step(_ label: String?, _ index: Int, of mirror: Mirror) -> String {
    switch mirror.displayStyle {
    case .optional: "?"
    case .collection, .set: "[\(index)]"
    case .dictionary: ".values"
    default: ".\(label.map { $0.drop { $0 == "." } } ?? "\(index)")"
    }
  }
}
