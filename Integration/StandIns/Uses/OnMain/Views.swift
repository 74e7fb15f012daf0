import Dispatch
import Puredux
import PureduxCompatibility
import SwiftUI

struct ContentView: View {
  @State @StoreOf(\.root) var root: StateStore<AppState, any Action>
  @State var store = SharedStores[\.root].with(ScreenState()) { state, action in state.reduce(action) }
  @State var viewState: (AppState, ScreenState)?
  @State var title = ""

  var body: some View {
    Text(viewState?.0.title ?? title)
      .subscribe(store) { viewState = $0 }
      .subscribe(root) { state, dispatch in if state.count == 0 { dispatch(Increment()) } }
      .subscribe(root, removeStateDuplicates: .equal(\.title), debounceFor: 0.016) { title = $0.title }
      .subscribe(root, options: UpdateOptions(rate: .throttle(0.25))) { title = $0.title }
      .subscribe(
        root, props: { state, dispatch in ViewModel(state, dispatch) },
        presentationQueue: .sharedPresentationQueue, removeStateDuplicates: .equal { $0.title } && .equal { $0.count },
        observe: { title = $0.title }
      )
      .subscribe(
        root, props: { state, _ in state.title }, presentationQueue: DispatchQueue(label: "props"),
        observe: { title = $0 }
      )
      .onAppear { root.dispatch(Increment()) }
  }
}

/// Created on the presentation queue.
nonisolated struct ViewModel: Sendable {
  let title: String

  init(_ state: AppState, _ dispatch: @escaping Dispatch<any Action>) { title = state.title }
}

struct TodoRows: View {
  @StoreOf(\.root) var root: StateStore<AppState, any Action>
  @State var ids = RowList<Int>()

  var body: some View {
    ForEach(ids, id: \.self) { id in
      StoreView(root.element(\.todos, id: id)) { todo, _ in Text(todo?.text ?? "") }
    }
    .subscribe(root.rows(\.todos, where: { !$0.text.isEmpty }, by: { $0.text })) { rows, changes in ids = rows }
  }
}

struct AnyStoreView: View {
  let store: any Store<AppState, any Action>
  @State var viewState: AppState?

  var body: some View {
    Text(viewState?.title ?? "")
      .subscribe(store: store, removeStateDuplicates: .equal(\.count), observe: { viewState = $0 })
      .subscribe(store: store, debounceFor: 0.016, observe: { viewState = $0 })
  }
}

struct StoreViews: View {
  let store: StateStore<AppState, any Action>

  var body: some View {
    StoreView(store) { state, dispatch in
      Text(state.title).onAppear { dispatch(Increment()) }
    }
    StoreView(store) { (state: AppState, store: StateStore<AppState, any Action>) in
      Text(state.title).onAppear { store.dispatch(Increment()) }
    }
    StoreView(store, props: { state, dispatch in state.title }, content: { Text($0) })
    StoreView(
      store, props: { (state: AppState, store: StateStore<AppState, any Action>) in state.title },
      options: UpdateOptions(rate: .throttle(0.25))
    ) { Text($0) }
    TextField("Title", text: store.binding(\.title) { TodoAction.setText($0) })
    StoreView(selection) { state, dispatch in
      Button("Row \(state.row)") { dispatch(state.row + 1) }
    }
  }
}

// The snippets of Puredux 1 for views.

typealias Command = () -> Void

struct FancyView: View {
  let title: String
  let didAppear: Command

  var body: some View {
    Text(title)
      .onAppear { didAppear() }
  }
}

extension FancyView {
  init(state: AppState, dispatch: @escaping Dispatch<any Action>) {
    self.init(title: state.title, didAppear: { dispatch(Increment()) })
  }

  nonisolated struct Props {
    let title: String
    let didAppear: Command

    static func makeProps(state: AppState, dispatch: @escaping Dispatch<any Action>) -> Props {
      Props(title: state.title, didAppear: { dispatch(Increment()) })
    }
  }

  init(props: Props) { self.init(title: props.title, didAppear: props.didAppear) }
}

struct FactoryView: View {
  let factory: EnvStoreFactory<AppState, any Action>

  init() {
    let root = StateStore<AppState, any Action>(AppState(), reducer: { state, action in state.reduce(action) })
    factory = EnvStoreFactory(rootStore: root)
  }

  var body: some View {
    ViewWithStoreFactory(factory) {
      ViewWithStore { (state: AppState, dispatch: @escaping Dispatch<any Action>) in
        FancyView(state: state, dispatch: dispatch)
      }
      .removeStateDuplicates(.equal { $0.title } && .equal { $0.subtitle })
      ViewWithStore { (state: AppState, store: StateStore<AppState, any Action>) in
        FancyView(state: state, dispatch: store.dispatch)
      }
      .usePresentationQueue(.main)
      ViewWithStore(props: FancyView.Props.makeProps) { props in FancyView(props: props) }
        .usePresentationQueue(DispatchQueue(label: "props"))
        .store(factory.rootStore())
      ViewWithStore { (title: String, dispatch: @escaping Dispatch<any Action>) in Text(title) }
        .scopeStore({ (state: AppState) in state.title })
      ViewWithStore { (state: (AppState, ScreenState), dispatch: @escaping Dispatch<any Action>) in
        Text("\(state.0.count) \(state.1.taps)")
      }
      .childStore(initialState: ScreenState(), reducer: { state, action in state.reduce(action) })
      ViewWithStore { (taps: Int, dispatch: @escaping Dispatch<any Action>) in Text("\(taps)") }
        .childStore(
          initialState: ScreenState(), stateMapping: { (app: AppState, screen) in app.count + screen.taps },
          reducer: { state, action in state.reduce(action) })
    }
  }
}

// The snippets of SwiftDux for views.

struct TodosView: ConnectableView {
  struct Props: Equatable {
    var title: String
    var count: Int
  }

  func map(state: AppState) -> Props? { Props(title: state.title, count: state.count) }

  func body(props: Props) -> some View { Text("\(props.title) \(props.count)") }
}

struct BoundView: ConnectableView {
  struct Props: Equatable {
    var count: Int
    @ActionBinding var text: String
    @ActionBinding var add: () -> Void
    @ActionBinding var set: (String) -> Void
  }

  func map(state: AppState, binder: ActionBinder) -> Props? {
    Props(
      count: state.count,
      text: binder.bind(state.title) { TodoAction.setText($0) },
      add: binder.bind { TodoAction.add },
      set: binder.bind { TodoAction.setText($0) })
  }

  func body(props: Props) -> some View {
    TextField("New", text: props.$text)
    Button("Add") { props.add() }
    Button("Set") { props.set("milk") }
  }
}

/// Props of a type that is not `Equatable`.
struct ListView: ConnectableView {
  struct Props {
    let title: String
    let didTap: Command
  }

  func map(state: AppState) -> Props? { Props(title: state.title, didTap: {}) }
  func areSame(_ one: Props, _ other: Props) -> Bool { one.title == other.title }
  func body(props: Props) -> some View { Button(props.title) { props.didTap() } }
}

struct DispatchingView: View {
  @Environment(\.actionDispatcher) private var dispatch
  @State private var cancellable: StoreSubscription?
  let store: StateStore<AppState, any Action>

  var body: some View {
    TodosView()
      .onAppear { dispatch(TodoAction.add) }
      .onAppear { cancellable = store.start(Fetch()) }
      .onAppear(dispatch: TodoAction.add)
      .provideStore(store)
  }
}
