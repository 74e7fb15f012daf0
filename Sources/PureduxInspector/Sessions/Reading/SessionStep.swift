internal import PureduxRecording

/// One step of a session: an action that was reduced by a store and those above it, or by one level of them.
struct SessionStep: Sendable {
  let number: UInt64
  let kind: RecordedStep.Kind
  let store: UInt64
  let action: SessionValue

  /// Whether all stores went on from states of the past, which the session has as states after this step.
  var isJump: Bool { kind == .replacement && ["TravelStates", "ShownStates"].contains(action.type) }
  /// Whether reducing the session again reduces this step.
  var isReduced: Bool { kind == .turn || kind == .level || kind == .replacement }
}
