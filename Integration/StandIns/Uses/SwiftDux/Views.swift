import Puredux
import PureduxCompatibility
import SwiftUI

// One use of each public view declaration of SwiftDux, in Swift 5 mode, in the style of its programs. It only has to
// compile. The article lists the unsupported uses and their replacements.

protocol Action: ComposableAction {}

extension ComposedAction: Action {}
// Inside a plan, `Action` is the type of the actions that it sends.
extension ActionPlan: UsesOfSwiftDux.Action {}

enum TodoAction: Action {
  case add
  case setText(String)
  case set2(Int, String)
  case set3(Int, String, Bool)
  case set4(Int, String, Bool, Int)
  case set5(Int, String, Bool, Int, String)
  case set6(Int, String, Bool, Int, String, Bool)
}

struct AppState: Equatable {
  var text = ""
  var todos = ["milk"]
}

struct TodosView: ConnectableView {
  struct Props: Equatable {
    var todos: [String]
  }

  func map(state: AppState) -> Props? { Props(todos: state.todos) }

  func body(props: Props) -> some View {
    Text(props.todos.joined(separator: ", "))
  }
}

struct BoundView: ConnectableView {
  struct Props: Equatable {
    @ActionBinding var text: String
    @ActionBinding var add: () -> Void
    @ActionBinding var set: (String) -> Void
    @ActionBinding var set2: (Int, String) -> Void
    @ActionBinding var set3: (Int, String, Bool) -> Void
    @ActionBinding var set4: (Int, String, Bool, Int) -> Void
    @ActionBinding var set5: (Int, String, Bool, Int, String) -> Void
    @ActionBinding var set6: (Int, String, Bool, Int, String, Bool) -> Void
  }

  func map(state: AppState, binder: ActionBinder) -> Props? {
    Props(
      text: binder.bind(state.text) { TodoAction.setText($0) },
      add: binder.bind { TodoAction.add },
      set: binder.bind { TodoAction.setText($0) },
      set2: binder.bind { TodoAction.set2($0, $1) },
      set3: binder.bind { TodoAction.set3($0, $1, $2) },
      set4: binder.bind { TodoAction.set4($0, $1, $2, $3) },
      set5: binder.bind { TodoAction.set5($0, $1, $2, $3, $4) },
      set6: binder.bind { TodoAction.set6($0, $1, $2, $3, $4, $5) })
  }

  func body(props: Props) -> some View {
    TextField("New", text: props.$text)
    Button("Add") { props.add() }
    Button("Six") { props.set6(1, "", true, 2, "", false) }
  }
}

struct DispatchingView: View {
  @Environment(\.actionDispatcher) private var dispatch

  var body: some View {
    Text("")
      .onAppear { dispatch(TodoAction.add) }
      .onAppear { dispatch(TodoAction.add + TodoAction.setText("")) }
      .onAppear(dispatch: TodoAction.add)
      .onAppear(dispatch: TodoAction.add, cancelOnDisappear: false)
  }
}

@MainActor
func show(_ store: StateStore<AppState, any Action>) -> some View {
  TodosView().provideStore(store)
}
