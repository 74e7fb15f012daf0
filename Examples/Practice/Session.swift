import Puredux
import PureduxCases

/// A session in progress: a clock leads through the exercises, and a microphone listens.
struct Session: Feature, Equatable {
  @Cases enum Action: Equatable, Sendable {
    case tick
    case heard(Double)
    case microphoneFailed
    case next
    case end
    case answered(Choice?)
  }

  enum Choice: Equatable, Sendable { case keep, discard }

  enum Outcome: Equatable { case goesOn, isOver(Take?) }

  /// The routine as it was when the session began.
  let routine: Routine
  var isRecording: Bool
  /// The position of the exercise, and the seconds that were spent on it.
  var position = 0
  var secondsOfExercise = 0
  var seconds = 0
  var loudest = 0.0
  var dialog: Dialog<Choice>?

  init(_ routine: Routine, isRecording: Bool = true) { (self.routine, self.isRecording) = (routine, isRecording) }

  var exercise: Exercise { routine.exercises[position] }
  var secondsLeft: Int { exercise.minutes * 60 - secondsOfExercise }

  mutating func reduce(_ action: Action) -> Outcome {
    switch action {
    case .tick:
      (seconds, secondsOfExercise) = (seconds + 1, secondsOfExercise + 1)
      if secondsLeft <= 0 { return moveOn() }
    case .heard(let level): loudest = max(loudest, level)
    case .microphoneFailed:
      isRecording = false
      dialog = Self.question("The microphone has failed")
    case .next: return moveOn()
    case .end: dialog = Self.question("End this session?")
    case .answered where dialog == nil: break
    case .answered(.keep?): return .isOver(take)
    case .answered(.discard?): return .isOver(nil)
    case .answered(nil): dialog = nil
    }
    return .goesOn
  }

  /// Goes on with the next exercise, if there is one.
  private mutating func moveOn() -> Outcome {
    guard position + 1 < routine.exercises.count else { return .isOver(take) }
    (position, secondsOfExercise) = (position + 1, 0)
    return .goesOn
  }

  private var take: Take { Take(id: Identity(), date: Dependencies[\.now](), seconds: seconds, loudest: loudest) }

  static let effects: Effects = [
    // The clock stands while a question is open.
    .effect(toggle: { $0.dialog == nil }, name: "clock") { _, dispatch in
      Effect {
        while true {
          try await StoreContext.current.clock.sleep(.seconds(1))
          dispatch(.tick)
        }
      }
    },
    .effect(toggle: \.isRecording, name: "microphone", onFailure: { _ in .microphoneFailed }) { _, dispatch in
      Effect { try await Dependencies[\.microphone].listen { dispatch(.heard($0)) } }
    },
  ]

  static func question(_ title: String) -> Dialog<Choice> {
    Dialog(
      title,
      choices: [
        .init("End and keep it", action: .keep), .init("Discard it", role: .destructive, action: .discard),
        .init("Keep practicing", role: .cancel),
      ])
  }
}
