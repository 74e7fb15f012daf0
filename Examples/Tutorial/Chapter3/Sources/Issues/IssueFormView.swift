#if canImport(SwiftUI)
  import Puredux
  import PureduxCases
  import SwiftUI

  struct IssueFormView: View {
    let store: StateStore<IssueForm, IssueForm.Action>

    var body: some View {
      StoreView(store) { form, dispatch in
        Form {
          TextField("Title", text: store.binding(\.issue.title) { .edit(.title($0)) })
          TextField("Notes", text: store.binding(\.issue.notes) { .edit(.notes($0)) })
          Button("Cancel") { dispatch(.cancel) }
          if form.canSave { Button("Save") { dispatch(.save) } }
        }
      }
    }
  }
#endif
