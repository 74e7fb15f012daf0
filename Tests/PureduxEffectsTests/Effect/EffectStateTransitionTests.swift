@testable import PureduxEffects
import Testing

/// The result of every mutation in every state.
struct EffectStateTransitionTests {
  enum Start: CaseIterable {
    case idle, reset, inProgress, lastAttempt, success, failure, cancelled
  }

  enum Mutation: CaseIterable {
    case run, restart, retryOrFail, retryIfWorthIt, cancel, succeed, fail, reset
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let start: Start
    let mutation: Mutation
    let end: Effect.State.WorkStatus
    let startsRun: Bool
    let isMisuse: Bool
    var testDescription: String { "\(mutation) when \(start)" }
  }

  struct Refused: Error {}

  @Test(arguments: rows)
  func `every mutation of every state leads to the state in the table`(row: Row) {
    var state = Self.state(row.start)
    let before = state
    let misuse = reportedMisuse { Self.apply(row.mutation, to: &state) }
    #expect(state.workStatus == row.end)
    #expect((state.generation != before.generation) == row.startsRun)
    #expect(state.id == before.id)
    #expect(misuse.isEmpty != row.isMisuse)
    if row.end == before.workStatus, !row.startsRun, row.mutation != .reset { #expect(state == before) }
  }

  static let rows: [Row] = Start.allCases.flatMap { start in Mutation.allCases.map { row(start, $0) } }

  private static func row(_ start: Start, _ mutation: Mutation) -> Row {
    let isInProgress = start == .inProgress || start == .lastAttempt
    let unchanged = state(start).workStatus
    func row(_ end: Effect.State.WorkStatus, run: Bool = false, misuse: Bool = false) -> Row {
      Row(start: start, mutation: mutation, end: end, startsRun: run, isMisuse: misuse)
    }
    return switch mutation {
    case .run: row(.inProgress, run: !isInProgress)
    case .restart: row(.inProgress, run: true)
    case .cancel: row(isInProgress ? .cancelled : unchanged)
    case .reset: row(.idle)
    case .retryOrFail where start == .inProgress: row(.inProgress, run: true)
    case .succeed where isInProgress: row(.success)
    case .retryOrFail where isInProgress, .retryIfWorthIt where isInProgress, .fail where isInProgress: row(.failure)
    case .retryOrFail, .retryIfWorthIt, .succeed, .fail: row(unchanged, misuse: start == .idle)
    }
  }

  private static func apply(_ mutation: Mutation, to state: inout Effect.State) {
    switch mutation {
    case .run: state.run(maxAttempts: 2)
    case .restart: state.restart(maxAttempts: 2)
    case .retryOrFail: state.retryOrFailWith(Refused())
    case .retryIfWorthIt: state.retryOrFailWith(Refused(), if: { !($0 is Refused) })
    case .cancel: state.cancel()
    case .succeed: state.succeed()
    case .fail: state.fail(Refused())
    case .reset: state.reset()
    }
  }

  private static func state(_ start: Start) -> Effect.State {
    var state = Effect.State.running(maxAttempts: 2)
    switch start {
    case .idle: return .idle()
    case .inProgress: break
    case .reset: state.reset()
    case .lastAttempt: state.retryOrFailWith(nil)
    case .success: state.succeed()
    case .failure: state.fail(nil)
    case .cancelled: state.cancel()
    }
    return state
  }
}
