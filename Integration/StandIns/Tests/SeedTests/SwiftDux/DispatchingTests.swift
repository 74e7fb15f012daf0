import Puredux
import PureduxCompatibility
import SwiftUI
import Testing

extension ActionPlan: SeedTests.Action {}

private struct Shop: Sendable {
  struct AlbumList: Sendable {
    var query = "Bach"
    var albums: [String] = []
  }

  var albumList = AlbumList()
  var isPrepared = false

  mutating func reduce(_ action: any Action) {
    switch action {
    case let action as SetQuery: albumList.query = action.query
    case let action as SetAlbums: albumList.albums = action.albums
    case is Prepare: isPrepared = true
    default: break
    }
  }

  static func store() -> StateStore<Shop, any Action> { StateStore(Shop()) { $0.reduce($1) } }
}

private struct Prepare: Action {}
private struct SetQuery: Action { let query: String }
private struct SetAlbums: Action { let albums: [String] }

/// A plan that keeps the list of albums up to date with the query until the plan is cancelled.
private func updateAlbumList(
  _ store: StateStore<Shop, any Action>, ended: AsyncStream<Bool>.Continuation? = nil
) -> ActionPlan<Shop, any Action> {
  let queries = store.states(removeDuplicates: .equal { $0.albumList.query }).map(\.albumList.query)
  return ActionPlan { store in
    for await query in queries { store.dispatch(SetAlbums(albums: [query + " 1", query + " 2"])) }
    ended?.yield(Task.isCancelled)
  }
}

private struct FormView: View {
  @Environment(\.actionDispatcher) private var dispatch

  var body: some View {
    Text("form").onAppear { dispatch(Prepare()) }
  }
}

@available(*, deprecated)
private struct AlbumsView: ConnectableView {
  let plan: ActionPlan<Shop, any Action>

  @Environment(\.actionDispatcher) private var dispatch
  @State private var cancellable: StoreSubscription?

  func map(state: Shop) -> [String]? {
    state.albumList.albums
  }

  func body(props: [String]) -> some View {
    Text(props.joined(separator: ", ")).onAppear {
      cancellable = dispatch.sendAsCancellable(plan)
    }
  }
}

private struct ShortAlbumsView: ConnectableView {
  let plan: ActionPlan<Shop, any Action>

  func map(state: Shop) -> [String]? {
    state.albumList.albums
  }

  func body(props: [String]) -> some View {
    Text(props.joined(separator: ", ")).onAppear(dispatch: plan)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DispatchingTests {
  private let store = Shop.store()

  @Test func `any view dispatches with the function from its environment`() async {
    let host = ViewHost(VStack { FormView() }.provideStore(store))
    host.appear()
    await store.settled()
    #expect(store.state.isPrepared)
  }

  @available(*, deprecated)
  @Test func `a plan that was started from a view keeps the state up to date`() async {
    let host = ViewHost(AlbumsView(plan: updateAlbumList(store)).provideStore(store))
    host.appear()
    await host.until { host.texts == ["Bach 1, Bach 2"] }
    store.dispatch(SetQuery(query: "Ravel"))
    await host.until { host.texts == ["Ravel 1, Ravel 2"] }
  }

  @Test(arguments: [false, true])
  func `a plan that a view dispatches as it appears ends when the view disappears`(isKept: Bool) async {
    // The time limit of the test ends a stream, whatever the plan does.
    let (endings, ended) = AsyncStream.makeStream(of: Bool.self)
    let host = ViewHost(ShortAlbumsView(plan: updateAlbumList(store, ended: ended)).provideStore(store))
    host.appear()
    await host.until { host.texts == ["Bach 1, Bach 2"] }
    if isKept { host.disappear() } else { host.remove() }
    var ending = endings.makeAsyncIterator()
    #expect(await ending.next() == true)
    await store.send(SetQuery(query: "Ravel"))
    #expect(store.state.albumList.albums == ["Bach 1", "Bach 2"])
  }

  @Test func `a plain action is dispatched as a view appears`() async {
    let host = ViewHost(Text("form").onAppear(dispatch: Prepare()).provideStore(store))
    host.appear()
    await store.settled()
    #expect(store.state.isPrepared)
  }
}
