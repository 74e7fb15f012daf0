#if canImport(SwiftUI)
  import Puredux
  import SwiftUI

  /// The list, the stack above it, and the application's alert.
  struct StudioView: View {
    let store: StateStore<Studio, Studio.Action>

    var body: some View {
      StoreView(store, \.routes) { _ in
        NavigationStack(path: store.path(\.routes) { .navigated($0) }) {
          RoutineListView(store: store.part(\.list, Studio.Action.list))
            .navigationDestination(for: Screen.ID.self) { id in ScreenView(studio: store, id: id) }
        }
      }
      .alert(store, \.dialog) { _ in .dialogClosed }
    }
  }

  struct RoutineListView: View {
    let store: StateStore<RoutineList, RoutineList.Action>

    var body: some View {
      StoreView(store) { list, dispatch in
        List {
          ForEach(list.routines) { routine in
            Button("\(routine.title), \(routine.minutes) min") { dispatch(.open(routine.id)) }
          }
          Button("New routine") { dispatch(.add) }
        }
        .sheet(item: store.presenting(\.form) { _ in .form(.cancel) }) { form in
          RoutineFormView(store: store.part(\.form, initial: form, RoutineList.Action.form))
        }
      }
    }
  }

  struct RoutineFormView: View {
    let store: StateStore<RoutineForm, RoutineForm.Action>

    var body: some View {
      StoreView(store) { form, dispatch in
        TextField("Title", text: store.binding(\.routine.title) { .edit(.title($0)) })
        ForEach(form.routine.exercises) { exercise in ExerciseRow(store: store, exercise: exercise) }
        Button("Add an exercise") { dispatch(.addExercise) }
        Button("Cancel") { dispatch(.cancel) }
        if form.canSave { Button("Save") { dispatch(.save) } }
      }
    }
  }

  struct ExerciseRow: View {
    let store: StateStore<RoutineForm, RoutineForm.Action>
    let exercise: Exercise

    var body: some View {
      let id = exercise.id
      TextField("Exercise", text: store.binding(\.routine.exercises[name: id]) { .exercise(id, .name($0)) })
      Button("Longer") { store.dispatch(.exercise(id, .minutes(exercise.minutes + 1))) }
      Button("Remove") { store.dispatch(.removeExercise(id)) }
    }
  }

  extension OrderedState<Exercise> {
    /// The name of an exercise, for a field that may be shown a moment longer than the exercise exists.
    subscript(name id: Exercise.ID) -> String { self[id: id]?.name ?? "" }
  }
#endif
