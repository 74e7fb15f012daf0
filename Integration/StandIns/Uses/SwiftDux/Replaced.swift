import Puredux
import PureduxCompatibility
import SwiftUI

// The article's replacements for SwiftDux views that do not exist here, and the deprecated names. They compile.

// Replaces `@MappedState`, `@MappedDispatch`, `@Environment(\.store)`, `Connectable` and `Connector`.
struct MappedView: ConnectableView {
  func map(state: AppState) -> String? { state.text }

  func body(props: String) -> some View { Text(props) }
}

struct MappedByStore: View {
  let store: StateStore<AppState, any Action>

  var body: some View {
    StoreView(store, props: { state, _ in state.text }) { text in Text(text) }
  }
}

// Replaces `ConnectableViewModifier`.
struct Shown: ViewModifier {
  let store: StateStore<AppState, any Action>
  @State private var text = ""

  func body(content: Content) -> some View {
    content.subscribe(store) { text = $0.text }
  }
}

@available(*, deprecated)
struct OldBindingView: ConnectableView {
  func map(state: AppState, binder: ActionBinder) -> ActionBinding<String>? {
    binder.bind(state.text) { TodoAction.setText($0) }
  }

  func body(props: ActionBinding<String>) -> some View {
    TextField("New", text: props.toBinding())
  }
}

@available(*, deprecated)
struct SendingView: View {
  @Environment(\.actionDispatcher) private var dispatch

  var body: some View { Text("").onAppear { dispatch.send(TodoAction.add) } }
}

@available(*, deprecated)
struct OldDispatchingView: View {
  @Environment(\.actionDispatcher) private var dispatch
  @State private var cancellable: StoreSubscription?

  var body: some View {
    Text("").onAppear { cancellable = dispatch.sendAsCancellable(TodoAction.add) }
  }
}
