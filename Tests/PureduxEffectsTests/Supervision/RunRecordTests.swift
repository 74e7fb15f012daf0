import Testing

@testable import PureduxEffects

/// The consequence of a request for a run: every phase, every status, the same run or another, under each policy.
struct RunRecordTests {
  private enum Stage: CaseIterable { case before, working, ended, endedAndKnown }

  private func record(_ stage: Stage, _ state: Effect.State) -> RunRecord {
    let run = EffectRun(state, number: 1, slot: 0)
    return switch stage {
    case .before: RunRecord(run: run, phase: .making(.admitted, nil))
    case .working: RunRecord(run: run, phase: .working(.init(stage: .making)))
    case .ended: RunRecord(run: run, phase: .ended(nil))
    case .endedAndKnown: RunRecord(run: run, phase: .ended(nil), request: .withdrawn)
    }
  }

  private func changed(_ state: Effect.State, to status: Effect.State.WorkStatus, isNewRun: Bool) -> Effect.State {
    var state = state
    if isNewRun { state.restart() }
    switch status {
    case .inProgress: break
    case .idle: state.reset()
    case .success: state.succeed()
    case .failure: state.fail(nil)
    case .cancelled: state.cancel()
    }
    return state
  }

  @Test(arguments: [Effect.State.WorkStatus.idle, .inProgress, .success, .failure, .cancelled], [false, true])
  func `a run is kept, replaced or stopped`(status: Effect.State.WorkStatus, isNewRun: Bool) {
    let state = Effect.State.running()
    let now = changed(state, to: status, isNewRun: isNewRun)
    for stage in Stage.allCases {
      for overlap in [Effect.Overlap.latest, .leading, .queued] {
        let expected: RunRecord.Decision =
          switch (status, isNewRun, stage) {
          case (.inProgress, false, .before), (.inProgress, false, .working), (.inProgress, false, .ended):
            .keep(.standing)
          case (.inProgress, true, .before), (.inProgress, true, .working):
            overlap == .leading ? .keep(.standing) : .stop
          case (.inProgress, _, _): overlap == .leading ? .replace : .stop
          case (.cancelled, _, _), (_, true, _), (_, _, .before): .stop
          default: .keep(.withdrawn)
          }
        #expect(record(stage, state).decision(on: now, overlap) == expected, "\(stage), \(overlap)")
      }
    }
  }
}
