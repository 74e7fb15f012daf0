internal import PureduxCore

/// One step of a session: an action that was reduced by a store and those above it, or by one level of them.
struct SessionStep: Sendable {
  let number: UInt64
  let kind: RecordedStep.Kind
  let store: UInt64
  let action: SessionValue

  /// Whether all stores went on from states of the past, which the session has as states after this step.
  var isJump: Bool { kind == .replacement && action.type == "ShownStates" }
  /// Whether reducing the session again reduces this step.
  var isReduced: Bool { kind == .turn || kind == .level || kind == .replacement }
}

/// The state of one cell before the steps that change it.
struct SessionState: Sendable {
  let cell: Int
  let store: UInt64
  /// How far above the store on its path: 0 for the store's own state.
  let level: Int
  let after: UInt64
  let value: SessionValue
}

/// What a session says about the states after a step.
struct SessionCheck: Sendable {
  struct Cell: Sendable {
    let cell: Int
    let sum: String
    /// The whole state.
    let whole: JSONSlice?
    /// Those members of the state that differ from the check before.
    let changed: [String: JSONSlice]
  }

  let after: UInt64
  let cells: [Cell]
}
