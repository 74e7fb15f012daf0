import Foundation
import PureduxChildren
import PureduxTesting
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct StoreBindingTests {
  private let store = Counting.store()

  @Test func `a binding that is cancelled is freed at once, with no further action`() async {
    let shown = Shown<Int>()
    weak var probe: Probe?
    var subscription: StoreSubscription?
    do {
      let owned = Probe()
      probe = owned
      subscription = store.bind(.immediate, props: { state, _ in state.count }) { count, _ in
        _ = owned
        shown.show(count)
      }
    }
    #expect(await shown.next() == 0)
    await store.settled()
    #expect(probe != nil)
    subscription?.cancel()
    #expect(probe == nil)
  }

  @Test func `a binding keeps no store alive`() async {
    let shown = Shown<Int>()
    let screen = Screen()
    weak var probe: Probe?
    do {
      let owned = Probe()
      probe = owned
      let child = store.with(0) { _, _ in _ = owned }
      screen.subscribe(child, debounceFor: 0) { shown.show($0.0.count) }
      #expect(await shown.next() == 0)
    }
    await store.settled()
    #expect(probe == nil)
  }

  private struct Session: Identifiable, Sendable {
    let id: Int
  }

  @Test func `a view of a child shows nothing of a session that is not the child's`() async {
    let root = StateStore<Session?, Int>(nil) { session, id in session = id == 0 ? nil : Session(id: id) }
    let (shown, screen) = (Shown<String>(), Screen())
    let sessions = root.children(of: { $0 }) { root, session in
      root.with(session.id * 10) { choice, action in choice += action }
    }
    func show() {
      if let child = sessions.only {
        screen.subscribe(child, debounceFor: 0) { (state: (Session?, Int)) in
          shown.show("\(state.0?.id ?? 0): \(state.1)")
        }
      }
    }
    await root.send(1)
    show()
    #expect(await shown.next() == "1: 10")
    await sessions.only?.send(1)
    while await shown.next() != "1: 11" {}
    await root.send(0)
    await root.send(2)
    show()
    while await shown.next() != "2: 20" {}
    #expect(Set(shown.values) == ["1: 10", "1: 11", "2: 20"])
  }

  @Test func `a slow reader receives the newest value, and nothing is buffered for it`() async {
    let store = StateStore<[Int], Int>([0]) { $0[0] += $1 }
    var states = store.states().makeAsyncIterator()
    _ = await states.next()
    let environment = ProcessInfo.processInfo.environment
    let thousands = environment["PUREDUX_LONG"] == "1" ? 1_000 : environment["PUREDUX_REPEATING"] == "1" ? 50 : 200
    for _ in 0..<thousands {
      for _ in 0..<999 { store.dispatch(1) }
      await store.send(1)
    }
    #expect(await states.next() == [thousands * 1_000])
  }
}

private final class Probe: Sendable {}
