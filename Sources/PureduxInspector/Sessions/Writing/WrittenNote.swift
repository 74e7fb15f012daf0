internal import PureduxRecording

/// Something other than a turn, as it stands in a session file.
enum WrittenNote {
  /// - Parameter hidesText: Whether text is left out that may have parts of actions or states.
  static func json(_ note: RecordedNote, hidesText: Bool) -> JSON {
    switch note.kind {
    case .dropped(let action):
      return ["kind": "dropped", "text": .string(hidesText ? "an action" : ValueText.describe(action))]
    case .storeMade(let store):
      return .compact([
        "kind": "storeMade", "name": .optional(note.storeName), "state": .string(store.stateType),
        "action": .string(store.actionType), "parent": .optional(store.parent.map { Int($0.number) }),
      ])
    case .storeGone: return .compact(["kind": "storeGone", "name": .optional(note.storeName)])
    case .workStarted(let work): return Self.work("workStarted", work)
    case .workEnded(let work): return Self.work("workEnded", work)
    case .workFailed(let work, let error): return Self.work("workFailed", work, error: hidesText ? nil : error)
    case .workCancelled(let work): return Self.work("workCancelled", work)
    case .computed(let name, let time):
      return ["kind": "computed", "work": .string(name), "text": .string("\(time)")]
    case .misuse(let misuse):
      return ["kind": "misuse", "text": .string(hidesText ? "a mistake was reported" : misuse.whatHappened)]
    case .replaced: return ["kind": "replaced"]
    case .turnBegan, .reduced, .published: return ["kind": "other"]
    }
  }

  private static func work(_ kind: String, _ work: StoreWork, error: String? = nil) -> JSON {
    .compact([
      "kind": .string(kind), "work": .string(work.name), "run": .number(work.run), "attempt": .int(work.attempt),
      "text": .optional(error),
    ])
  }
}
