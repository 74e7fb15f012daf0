#if canImport(SwiftUI)
  import Puredux
  import PureduxCases
  import SwiftUI

  /// A screen of the stack.
  struct ScreenView: View {
    let studio: StateStore<Studio, Studio.Action>
    let id: Screen.ID

    var body: some View {
      if let screen = studio.state.path[id: id] {
        let store = studio.part(\.path, initial: screen, Studio.Action.screen)
        switch screen.content {
        case .detail(let detail):
          RoutineDetailView(
            studio: studio, store: store.part(\.content.detail, initial: detail, Screen.Action.detail))
        case .session(let session):
          SessionView(store: store.part(\.content.session, initial: session, Screen.Action.session))
        case .review(let review):
          ReviewView(store: store.part(\.content.review, initial: review, Screen.Action.review))
        }
      }
    }
  }

  /// A routine and its screen. The routine belongs to the list, so the view has two stores.
  struct RoutineDetailView: View {
    let studio: StateStore<Studio, Studio.Action>
    let store: StateStore<RoutineDetail, RoutineDetail.Action>

    var body: some View {
      StoreView(store) { detail, dispatch in
        StoreView(studio, { $0.list.routines[id: detail.routine] }) { routine in
          if let routine {
            Text(routine.title)
            ForEach(routine.exercises) { Text("\($0.name): \($0.minutes) min") }
            ForEach(routine.takes) { take in Button("Take of \(take.seconds) s") { dispatch(.open(take.id)) } }
            Button("Start") { dispatch(.start) }
            Button("Edit") { dispatch(.edit) }
            Button("Delete the routine") { dispatch(.delete) }
          }
        }
        .sheet(item: store.presenting(\.form) { _ in .form(.cancel) }) { form in
          RoutineFormView(store: store.part(\.form, initial: form, RoutineDetail.Action.form))
        }
      }
      .alert(store, \.dialog) { .answered($0) }
    }
  }

  struct SessionView: View {
    let store: StateStore<Session, Session.Action>

    var body: some View {
      StoreView(store) { session, dispatch in
        Text("\(session.exercise.name): \(session.secondsLeft) s")
        if !session.isRecording { Text("Not recording") }
        Button("Next") { dispatch(.next) }
        Button("End") { dispatch(.end) }
      }
      .alert(store, \.dialog) { .answered($0) }
    }
  }

  struct ReviewView: View {
    let store: StateStore<Review, Review.Action>

    var body: some View {
      StoreView(store) { review, dispatch in
        Text("\(review.take.seconds) seconds")
        if let advice = review.advice { Text(advice) }
        if review.loading.isInProgress { ProgressView() }
        if review.loading.isFailed { Button("Ask again") { dispatch(.ask) } }
      }
    }
  }
#endif
