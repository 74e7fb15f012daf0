import PureduxCore
import Testing

private struct App: Equatable {
  var count = 0
  var details: [String]?
  var tabs = ["home": 0]
  var log: [String] = []
}

private enum AppAction {
  case count(Int)
  case details(String)
  case tab(String, Int)

  var count: Int? { if case .count(let amount) = self { amount } else { nil } }
}

private struct Counter: Reducing {
  func reduce(_ state: inout Int, _ action: Int) { state += action }
}

private let app =
  Counter().lifted(to: \App.count) { (action: AppAction) in action.count }
  + ClosureReducer<[String], String> { $0.append($1) }.whenPresent().lifted(to: \.details) {
    if case .details(let text) = $0 { text } else { nil }
  }
  + Counter().forEachValue().lifted(to: \.tabs) {
    if case .tab(let key, let amount) = $0 { (key, amount) } else { nil }
  }

@Suite struct ReducingTests {
  @Test func `reducers of parts combine into one of the whole`() {
    var state = App()
    app.reduce(&state, .count(3))
    app.reduce(&state, .details("nobody is there"))
    app.reduce(&state, .tab("home", 5))
    app.reduce(&state, .tab("none", 5))
    #expect(state == App(count: 3, tabs: ["home": 5]))
    state.details = []
    app.reduce(&state, .details("somebody"))
    #expect(state.details == ["somebody"])
  }

  @Test func `composed reducers run from left to right`() {
    let names = ["a", "b", "c"].map { name in ClosureReducer<App, Int> { state, _ in state.log.append(name) } }
    let reducer = names[0] + names[1] + names[2]
    var state = App()
    reducer.reduce(&state, 1)
    #expect(state.log == ["a", "b", "c"])
  }

  @Test func `every form of a store accepts a reducer value, with a middleware and without`() {
    let runner = ManualRunner()
    let double = ClosureMiddleware<Int, Int> { action, _ in 2 * action }
    let doubleBelow = ClosureMiddleware<(Int, Int), Int> { action, _ in 2 * action }
    let plain = StateStore(0, runner: runner, reducer: Counter())
    let doubled = StateStore(0, runner: runner, middleware: double, reducer: Counter())
    let child = plain.with(10, reducer: Counter())
    let doubledChild = child.map { $0.0 }.with(20, middleware: doubleBelow, reducer: Counter())
    doubled.dispatch(1)
    doubledChild.dispatch(1)
    child.dispatch(1)
    runner.runUntilIdle()
    #expect(doubled.state == 2)
    #expect(child.state == (3, 13))
    #expect(doubledChild.state == (3, 22))
  }

  @Test func `a store with its own queue accepts reducers of parts together with a middleware`() async {
    let seen = Guarded<[Int]>([])
    let store = StateStore(
      App(),
      middleware: ClosureMiddleware { action, _ in
        if let amount = action.count { seen.withLock { $0.append(amount) } }
        return action
      }, reducer: app)
    await store.send(.count(3))
    await store.send(.tab("home", 1))
    #expect(store.state.count == 3)
    #expect(store.state.tabs == ["home": 1])
    #expect(seen.withLock { $0 } == [3])
  }

  @Test func `one state can serve larger actions, and one action larger states`() {
    var number = 1
    Counter().lifted(to: \.self) { (action: AppAction) in action.count }.reduce(&number, .count(2))
    #expect(number == 3)
    var state = App()
    Counter().lifted(to: \App.count) { $0 }.reduce(&state, 4)
    #expect(state.count == 4)
  }

  @Test func `a part is changed in place, however deeply it is nested`() {
    final class Box {}
    struct Element { var box = Box() }
    struct Whole { var part: [Int: Element]? }
    let reducer = ClosureReducer<Element, Void> { element, _ in
      #expect(isKnownUniquelyReferenced(&element.box))
    }.forEachValue().whenPresent().lifted(to: \Whole.part) { $0 }
    var whole = Whole(part: [1: Element(), 2: Element()])
    reducer.reduce(&whole, (id: 1, action: ()))
  }

  @Test func `a reducer of a value is equivalent to a closure`() {
    let closure: @Sendable (inout App, AppAction) -> Void = { app.reduce(&$0, $1) }
    var state = App()
    closure(&state, .count(1))
    #expect(state.count == 1)
  }
}
