import PureduxDependencies
import Testing

private struct Add: Sendable { let number: Int }

extension SharedStores {
  @StoreEntry fileprivate var sum = StateStore<Int, Add>(0) { state, action in state += action.number }
  @StoreEntry fileprivate var sumBelow = StateStore<Int, Add>(0) { state, action in state += action.number }
  @StoreEntry fileprivate var sumToInject = StateStore<Int, Add>(0) { state, action in state += action.number }
  @StoreEntry fileprivate var sumToKeep = StateStore<Int, Add>(0) { state, action in state += action.number }
  @StoreEntry fileprivate var noSum: StateStore<Int, Add>? = nil
}

extension Dependencies {
  @DependencyEntry fileprivate var step = 5
}

/// A stand-in for SwiftUI's `State`.
@propertyWrapper
private struct Kept<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

private struct Screen {
  @Kept @StoreOf(\.sum)
  var composed: StateStore<Int, Add>
  @Kept var child = SharedStores[\.sum].with([Int]()) { state, action in
    state.append(action.number)
  }
  @StoreOf(\.sum) var plain
  @StoreOf(\.noSum) var none
  @Dependency(\.step) var step

  init() { _composed = Kept(wrappedValue: StoreOf(\.sum)) }
}

struct InjectionTests {
  @Test func `every form returns the same shared store`() async {
    let screen = Screen()
    await screen.composed.send(Add(number: 1))
    await screen.child.send(Add(number: 2))
    await screen.plain.send(Add(number: 3))
    await SharedStores[\.sum].send(Add(number: screen.step))
    #expect(SharedStores[\.sum].state == 11)
    #expect(screen.child.state == (11, [2]))
    #expect(screen.none == nil)
  }

  @Test func `a store is injected with a plain statement`() {
    SharedStores[\.sumToInject] = StateStore<Int, Add>(10) { state, action in state += action.number }
    #expect(SharedStores[\.sumToInject].state == 10)
    SharedStores[\.sumToInject] = StateStore(20) { state, action in state += action.number }
    #expect(SharedStores[\.sumToInject].with(0) { _, _ in }.state == (20, 0))
  }

  @Test func `a store below a shared store accepts a reducer value and a middleware`() async {
    struct Count: Reducing {
      func reduce(_ state: inout Int, _ action: Add) { state += 1 }
    }
    let double = ClosureMiddleware<(Int, Int), Add> { action, _ in Add(number: 2 * action.number) }
    let store = SharedStores[\.sumBelow]
    await store.with(10, reducer: Count()).send(Add(number: 1))
    await store.with(10, middleware: double, reducer: Count()).send(Add(number: 1))
    await store.with(10, middleware: double) { $0 += $1.number }.send(Add(number: 1))
    #expect(store.state == 5)
    #expect(SharedStores[\.noSum]?.with(10, reducer: Count()) == nil)
  }

  @available(*, deprecated)
  @Test func `the subscripts and the children of Puredux 2 refer to the same stores and values`() {
    #expect(Dependency[\.step] == Dependencies[\.step])
    #expect(StoreOf[\.sumToKeep].id == SharedStores[\.sumToKeep].id)
    #expect(StoreOf(\.sumToKeep).with(7) { _, _ in }.state == (0, 7))
    #expect(StoreOf(\.noSum).with(7) { _, _ in } == nil)
  }

  @Test func `a store below an optional store exists if the optional store does`() {
    #expect(SharedStores[\.noSum]?.with(0) { _, _ in } == nil)
    SharedStores.with {
      $0.noSum = StateStore(1) { state, action in state += action.number }
    } operation: {
      let child = SharedStores[\.noSum]?.with(2) { _, _ in }
      #expect(child?.state.0 == 1 && child?.state.1 == 2)
    }
  }
}
