import Puredux
import PureduxCases

/// All routines, and the sheet in which a new one is written.
struct RoutineList: Feature, Equatable {
  @Cases enum Action: Equatable, Sendable {
    case add
    case open(Routine.ID)
    case form(RoutineForm.Action)
  }

  enum Outcome: Equatable { case stays, opens(Routine.ID) }

  var routines: OrderedState<Routine> = []
  var form: RoutineForm?

  mutating func reduce(_ action: Action) -> Outcome {
    switch action {
    case .add: form = RoutineForm(routine: Routine(id: Identity(), exercises: [Exercise(id: Identity())]))
    case .open(let id): if routines.contains(id: id) { return .opens(id) }
    case .form(let action):
      switch form?.reduce(action) {
      case .isSaved(let routine)?:
        routines.append(routine)
        form = nil
      case .isCancelled?: form = nil
      case .stays?, nil: break
      }
    }
    return .stays
  }
}
