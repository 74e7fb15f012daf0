import Puredux
import PureduxCases

/// A routine with its takes. The routine itself belongs to the list, so the reducer receives all routines.
struct RoutineDetail: Feature, Equatable {
  @Cases enum Action: Equatable, Sendable {
    case edit
    case form(RoutineForm.Action)
    case start
    case permission(isGranted: Bool)
    case open(Take.ID)
    case delete
    case answered(Choice?)
  }

  enum Choice: Equatable, Sendable { case delete, practiceUnheard }

  enum Outcome: Equatable { case stays, starts(Session), opens(Take), isDeleted }

  let routine: Routine.ID
  var form: RoutineForm?
  var dialog: Dialog<Choice>?
  var asking = Effect.State.idle()

  mutating func reduce(_ action: Action, _ routines: inout OrderedState<Routine>) -> Outcome {
    guard let routine = routines[id: routine] else { return .stays }
    switch action {
    case .edit: form = RoutineForm(routine: routine)
    case .form(let action):
      switch form?.reduce(action) {
      case .isSaved(let routine)?:
        routines[id: routine.id] = routine
        form = nil
      case .isCancelled?: form = nil
      case .stays?, nil: break
      }
    case .start: asking.run()
    case .permission(isGranted: true):
      asking.succeed()
      return .starts(Session(routine))
    case .permission(isGranted: false):
      asking.succeed()
      dialog = Self.question
    case .open(let id): if let take = routine.takes[id: id] { return .opens(take) }
    case .delete: dialog = Self.warning(routine)
    // A dialog that is visible for a moment after its answer may answer again.
    case .answered where dialog == nil: break
    case .answered(.delete?):
      routines.remove(id: routine.id)
      return .isDeleted
    case .answered(.practiceUnheard?):
      dialog = nil
      return .starts(Session(routine, isRecording: false))
    case .answered(nil): dialog = nil
    }
    return .stays
  }

  static let effects: Effects = [
    .effect(\.asking, name: "permission") { _, dispatch in
      Effect { dispatch(.permission(isGranted: await Dependencies[\.microphone].requestPermission())) }
    }
  ]

  static let question = Dialog<Choice>(
    "Microphone access is off", message: "Without the microphone, the session cannot measure the volume.",
    choices: [.init("Practice anyway", action: .practiceUnheard), .init("Not now", role: .cancel)])

  static func warning(_ routine: Routine) -> Dialog<Choice> {
    Dialog(
      "Delete \(routine.title)?", message: "Its \(routine.takes.count) takes are deleted too.",
      choices: [.init("Delete", role: .destructive, action: .delete), .init("Keep", role: .cancel)])
  }
}
