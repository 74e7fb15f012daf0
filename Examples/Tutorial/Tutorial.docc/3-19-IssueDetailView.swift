#if canImport(SwiftUI)
  import Puredux
  import SwiftUI

  struct IssueDetailView: View {
    let tracker: StateStore<Tracker, Tracker.Action>
    let id: Issue.ID

    var body: some View {
      if let detail = tracker.state.path[id: id] {
        let store = tracker.part(\.path, initial: detail, Tracker.Action.detail)
        StoreView(store) { [id] detail, dispatch in
          StoreView(tracker, { $0.list.issues[id: id] }) { issue in
            if let issue {
              List {
                Text(issue.title)
                if !issue.notes.isEmpty { Text(issue.notes) }
                ForEach(detail.comments) { Text($0.text) }
                if detail.loading.isInProgress { ProgressView() }
                Button("Edit") { dispatch(.edit) }
                Button(issue.isOpen ? "Close this issue" : "Open this issue again") {
                  tracker.dispatch(.list(.toggle(id)))
                }
              }
            }
          }
          .sheet(item: store.presenting(\.form) { _ in .form(.cancel) }) { form in
            IssueFormView(store: store.part(\.form, initial: form, IssueDetail.Action.form))
          }
        }
      }
    }
  }
#endif
