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
        }
      }
    }
  }
#endif
