import Foundation
import Puredux
import StandIns

#if SWIFT_5_CLIENT
  import EntriesSwift5
#elseif SWIFT_6_CLIENT
  import EntriesSwift6
#else
  import EntriesOnMain
#endif

nonisolated struct ViewState: Sendable {
  var taps = 0
  mutating func reduce(_ action: any Action) { taps += 1 }
}

struct MyView {
  @State @StoreOf(\.root)
  var store: StateStore<AppState, any Action>

  @State var child = SharedStores[\.root].with(ViewState()) { state, action in
    state.reduce(action)
  }

  init() { _store = State(wrappedValue: StoreOf(\.root)) }
}

final class MyViewController {
  var store = SharedStores[\.root].with(ViewState()) { state, action in
    state.reduce(action)
  }
  @StoreOf(\.root) var root
  @StoreOf(\.optional) var optional
  @Dependency(\.client) var client
}

nonisolated struct StoppedClient: APIClient {
  func load() -> String { "stopped" }
}

func checkInjection() async {
  let (view, controller) = (MyView(), MyViewController())
  await view.store.send(Increment())
  await view.child.send(Increment())
  await controller.store.send(UpdateTime())
  let root = SharedStores[\.root]
  check(root.state.count == 2 && root.state.currentTime != nil)
  check(view.child.state.0.count == 2 && view.child.state.1.taps == 1)
  check(controller.root.state.count == 2 && controller.optional == nil)
  check(SharedStores[\.optional]?.with(ViewState()) { $0.reduce($1) } == nil)

  Dependencies[\.now] = { .distantPast }
  await SharedStores[\.root].send(UpdateTime())
  check(root.state.currentTime == .distantPast)
  Dependencies[\.client] = StoppedClient()
  check(controller.client is StoppedClient && Dependencies[\.userID] + Dependencies[\.userId] == "IDId")

  let fixed = Dependencies.with {
    $0.now = { .distantFuture }
  } operation: {
    StateStore<AppState, any Action>(AppState()) { state, action in state.reduce(action) }
  }
  await fixed.send(UpdateTime())
  check(fixed.state.currentTime == .distantFuture && Dependencies[\.now]() == .distantPast)

  SharedStores[\.root] = StateStore<AppState, any Action>(AppState()) { state, action in
    state.reduce(action)
  }
  SharedStores[\.optional] = fixed
  check(SharedStores[\.root].state.count == 0 && controller.optional?.state.currentTime == .distantFuture)
  let count = SharedStores.with {
    $0.root = root
  } operation: {
    SharedStores[\.root].state.count
  }
  check(count == 2)
  check(await checkUnusualEntries() == [4, 4, 3, 5, 6, 7, 8, 9, 10])
}
