#if canImport(SwiftUI)
  import Puredux
  import SwiftUI

  struct IssueListView: View {
    let store: StateStore<IssueList, IssueList.Action>

    var body: some View {
      StoreView(store) { list, dispatch in
        List {
          ForEach(list.issues) { issue in
            Button("\(issue.isOpen ? "○" : "●") \(issue.title)") { dispatch(.toggle(issue.id)) }
          }
          TextField("New issue", text: store.binding(\.draft) { .type($0) })
          if !list.draft.isEmpty { Button("Add") { dispatch(.add(list.draft)) } }
        }
      }
    }
  }
#endif
