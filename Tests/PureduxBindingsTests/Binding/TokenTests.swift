import Dispatch
import PureduxTesting
import Testing

@testable import PureduxBindings

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TokenTests {
  private struct Change: Equatable, Sendable {
    var new: String
    var old: String?
  }

  private let immediately = UpdateOptions<Counting>(rate: .debounce(0))

  @Test(arguments: [DispatchQueue.main, .sharedPresentationQueue])
  func `the first props are shown before the binding returns`(queue: DispatchQueue) {
    let (store, shown) = (Counting.store(), Shown<Change>())
    let token = store.bind(
      props: { state, _ in "\(state.count)" }, options: UpdateOptions(presentationQueue: queue),
      observe: { shown.show(Change(new: $0, old: $1)) })
    #expect(shown.values == [Change(new: "0", old: nil)])
    token.cancel()
  }

  @Test func `props are delivered together with the previous props, and equal props are omitted`() async {
    let (store, shown) = (Counting.store(), Shown<Change>())
    let token = store.bind(props: { state, _ in state.title }, options: immediately) {
      shown.show(Change(new: $0, old: $1))
    }
    #expect(await shown.next() == Change(new: "", old: nil))
    for number in 1...10 { await store.send(.add(number)) }
    await store.send(.name("a"))
    #expect(await shown.next() == Change(new: "a", old: ""))
    #expect(shown.values.count == 2)
    token.cancel()
  }

  @Test func `a window whose token is cancelled in the middle of an update shows nothing more`() async {
    let (store, shown) = (Counting.store(runner: .main), Shown<String>())
    let tokens = Recorder<StoreSubscription>()
    for name in ["first", "second"] {
      tokens.record(
        store.bind(props: { state, _ in state.count }, options: immediately) { count, _ in
          shown.show("\(name) \(count)")
          if count == 1 { for token in tokens.values { token.cancel() } }
        })
    }
    store.dispatch(.add(1))
    while await shown.next() != "first 1" {}
    let later = store.bind(\.count, rate: .debounce(0)) { if $0 == 2 { shown.show("later") } }
    store.dispatch(.add(1))
    while await shown.next() != "later" {}
    #expect(shown.values == ["first 0", "second 0", "first 1", "later"])
    later.cancel()
  }

  @Test func `the captures of a token are released with it`() async {
    let (store, shown) = (Counting.store(), Shown<String>())
    var token: StoreSubscription?
    do {
      let owned = Probe { Task { @MainActor in shown.show("freed") } }
      token = store.bind(\.count) { _ in withExtendedLifetime(owned) {} }
    }
    #expect(shown.values.isEmpty)
    // A turn in progress may retain it until the turn ends.
    token?.cancel()
    #expect(await shown.next() == "freed")
  }

  @Test func `a part is displayed when it has changed, and not when another part has`() async {
    let (store, shown) = (Counting.store(), Shown<String>())
    let token = store.bind(\.title, rate: .debounce(0)) { shown.show($0) }
    #expect(shown.values == [""])
    #expect(await shown.next() == "")
    for number in 1...10 { await store.send(.add(number)) }
    await store.send(.name("a"))
    #expect(await shown.next() == "a")
    #expect(shown.values == ["", "a"])
    token.cancel()
  }
}

private final class Probe: Sendable {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { onRelease() }
}
