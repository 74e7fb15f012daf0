#if canImport(SwiftUI)
  import Puredux
  import SwiftUI

  struct IssueListView: View {
    let store: StateStore<IssueList, IssueList.Action>
    var open: (Issue.ID) -> Void = { _ in }

    var body: some View {
      StoreView(store) { list, dispatch in
        List {
          if list.loading.isInProgress { ProgressView() }
          if list.loading.isFailed {
            Text("The issues could not be loaded.")
            Button("Try again") { dispatch(.load) }
          }
          TextField("Search", text: store.binding(\.query) { .search($0) })
          if list.searching.isInProgress { ProgressView() }
          ForEach(list.visible) { issue in
            Button("\(issue.isOpen ? "○" : "●") \(issue.title)") { open(issue.id) }
          }
          TextField("New issue", text: store.binding(\.draft) { .type($0) })
          if !list.draft.isEmpty { Button("Add") { dispatch(.add(list.draft)) } }
        }
        .refreshable {
          await store.send(.load)
          for await list in store.states() where !list.loading.isInProgress { break }
        }
      }
    }
  }
#endif
