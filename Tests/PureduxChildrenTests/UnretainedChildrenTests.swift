import PureduxChildren
import PureduxTesting
import Testing

@Suite struct `Children that nothing retains` {
  private typealias Pages = Children<Int, StateStore<Int, Int>>

  private let context = TestContext()

  private func makeStore() -> StateStore<[Int], Int> {
    context.run { StateStore([1]) { (state: inout [Int], action: Int) in state.append(action) } }
  }

  private func makePages(_ store: StateStore<[Int], Int>) -> Pages {
    store.children(of: { $0 }, id: \.self) { store, id in store.map(state: { _ in id }) }
  }

  /// Reduces actions until a report must have arrived.
  private func reports(_ store: StateStore<[Int], Int>) -> [Misuse] {
    for action in 10..<13 {
      store.dispatch(action)
      context.runUntilIdle()
    }
    return context.misuse.removeAll()
  }

  @Test func `are reported once, with the place, when another action has been reduced`() {
    let store = makeStore()
    _ = store.children(of: { $0 }, id: \.self) { _, id in id }; let line = #line
    context.runUntilIdle()
    #expect(context.misuse.values == [])
    #expect(
      reports(store).map(\.description) == [
        """
        the object that `children(of:)` returned at \(#fileID):\(line) was released at once, so its children have ended: \
        their effects are cancelled, and their actions are not reduced.
        To fix: keep the object as long as the store, for example in a property; where the children should end, call \
        `cancel()`.
        """
      ])
    #expect(reports(store) == [])
  }

  @Test func `are reported if they are an optional's, or the children of a child`() {
    let store = makeStore()
    _ = store.children(of: { $0.first }) { _, _ in 0 }
    let kept = makePages(store)
    let nested = store.children(of: { $0 }, id: \.self) { store, _ in
      _ = store.children(of: { $0.last }) { _, _ in 0 }
      return store
    }
    context.runUntilIdle()
    // One for the optional; of the nested ones, one for each element that there was before the last action.
    #expect(reports(store).count == 4)
    withExtendedLifetime((kept, nested)) {}
  }

  @Test func `are not reported without another action`() {
    let store = makeStore()
    _ = makePages(store)
    context.runUntilIdle()
    #expect(context.misuse.values == [])
  }

  @Test func `are not reported if the store has gone too`() {
    let root = makeStore()
    var child: StateStore<([Int], Int), Int>? = root.with(0) { (_: inout Int, _: Int) in }
    _ = child?.children(of: { $0.0 }, id: \.self) { _, id in id }
    child = nil
    #expect(reports(root) == [])
  }

  @Test func `are not reported if they were cancelled`() {
    let store = makeStore()
    makePages(store).cancel()
    #expect(reports(store) == [])
  }

  @Test func `are not reported if another result of the same call is retained`() {
    let store = makeStore()
    var pages: [Pages] = []
    for isKept in [false, true, false] {
      let made = makePages(store)
      if isKept { pages.append(made) }
    }
    #expect(reports(store) == [])
    pages = []
    _ = makePages(store)
    #expect(reports(store).count == 1)
  }

  @Test func `are not reported if they were retained for two turns, or for a tenth of a second`() {
    let store = makeStore()
    var pages: Pages? = makePages(store)
    context.runUntilIdle()
    store.dispatch(2)
    context.runUntilIdle()
    pages = nil
    #expect(reports(store) == [])

    pages = makePages(store)
    context.advance(by: .milliseconds(100))
    pages = nil
    #expect(reports(store) == [])
    withExtendedLifetime(pages) {}
  }

  /// The time of a test stands still, so it cannot tell these children from children that nothing retains.
  @Test func `are not reported if a test retained them until they were created`() {
    /// Creates the stores of a screen, as a class of an application does.
    final class Screen: Sendable {
      let pages: Pages

      init(_ pages: Pages) { self.pages = pages }
    }

    let store = makeStore()
    var screen: Screen? = Screen(makePages(store))
    context.runUntilIdle()
    #expect(screen?.pages.ids == [1])
    screen = nil
    #expect(reports(store) == [])

    _ = Screen(makePages(store))
    #expect(reports(store).count == 1)
  }

  @Test func `are not reported if they end with the element of the store`() {
    let store = context.run { StateStore([1]) { (state: inout [Int], action: Int) in state = [action] } }
    let screens = store.children(of: { $0 }, id: \.self) { store, id in
      (store: store, pages: store.children(of: { $0 }, id: \.self) { _, id in id })
    }
    context.runUntilIdle()
    let first = screens[1]?.store
    for action in 2..<6 {
      store.dispatch(action)
      context.runUntilIdle()
    }
    #expect(context.misuse.removeAll() == [])
    withExtendedLifetime(first) {}
  }
}
