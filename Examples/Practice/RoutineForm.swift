import Puredux
import PureduxCases

/// The form in which a routine is written or changed.
struct RoutineForm: Feature, Identifiable, Equatable {
  @Cases enum Action: Equatable, Sendable {
    case edit(Routine.Edit)
    case exercise(Exercise.ID, Exercise.Edit)
    case addExercise
    case removeExercise(Exercise.ID)
    case save
    case cancel
  }

  enum Outcome: Equatable { case stays, isCancelled, isSaved(Routine) }

  enum Field: Hashable, Sendable { case title, exercise(Exercise.ID) }

  var routine: Routine
  var focus: Field? = .title

  var id: Routine.ID { routine.id }
  var canSave: Bool { !routine.title.isEmpty && routine.exercises.contains { !$0.name.isEmpty } }

  mutating func reduce(_ action: Action) -> Outcome {
    switch action {
    case .edit(let edit): routine.apply(edit)
    case .exercise(let id, let edit): routine.exercises[id: id]?.apply(edit)
    case .addExercise:
      let exercise = Exercise(id: Identity())
      routine.exercises.append(exercise)
      focus = .exercise(exercise.id)
    case .removeExercise(let id):
      routine.exercises.remove(id: id)
      focus = routine.exercises.last.map { .exercise($0.id) } ?? .title
    case .save:
      guard canSave else { break }
      routine.exercises.removeAll { $0.name.isEmpty }
      return .isSaved(routine)
    case .cancel: return .isCancelled
    }
    return .stays
  }
}
