#if canImport(SwiftUI)
  import Puredux
  import SwiftUI

  struct TrackerView: View {
    let store: StateStore<Tracker, Tracker.Action>

    var body: some View {
      StoreView(store, \.routes) { _ in
        NavigationStack(path: store.path(\.routes) { .navigated($0) }) {
          IssueListView(store: store.part(\.list, Tracker.Action.list), open: { store.dispatch(.open($0)) })
            .navigationDestination(for: Issue.ID.self) { id in IssueDetailView(tracker: store, id: id) }
        }
        .onAppear { store.dispatch(.list(.load)) }
      }
    }
  }
#endif
