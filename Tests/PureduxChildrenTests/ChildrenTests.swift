import PureduxDerived
@testable import PureduxTesting
import TestSupport
import Testing

@testable import PureduxChildren

@Suite struct ChildrenTests {
  struct Route: Identifiable, Sendable, Equatable {
    let id: Int
    var title = ""
  }

  struct Stack: Sendable {
    var path: [Route] = []
    var sheet: Route?
    var note: String?
    var taps = 0
  }

  enum Action: Sendable { case path([Int]), sheet(Route?), note(String?), tap }

  typealias Screen = StateStore<(Stack, Int), Action>

  private let runner = ManualRunner()
  private let store: StateStore<Stack, Action>

  init() {
    store = StateStore(Stack(), runner: runner) { (stack: inout Stack, action: Action) in
      switch action {
      case .path(let ids): stack.path = ids.map { Route(id: $0) }
      case .sheet(let sheet): stack.sheet = sheet
      case .note(let note): stack.note = note
      case .tap: stack.taps += 1
      }
    }
  }

  private func screens() -> Children<Int, Screen> {
    store.children(of: \.path) { parent, route in
      parent.with(route.id * 100, named: "screen \(route.id)") { (local: inout Int, action: Action) in
        if case .tap = action { local += 1 }
      }
    }
  }

  private func send(_ action: Action) {
    store.dispatch(action)
    runner.runUntilIdle()
  }

  @Test func `there is one child for each element, in order, and an element that moves keeps its child`() {
    let screens = screens()
    send(.path([1, 2, 3]))
    #expect(screens.ids == [1, 2, 3])
    screens[2]?.dispatch(.tap)
    runner.runUntilIdle()
    send(.path([3, 2]))
    #expect(screens.ids == [3, 2])
    #expect(screens[1] == nil)
    #expect(screens[2]?.state.1 == 201)
    #expect(store.state.taps == 1)
  }

  @Test func `elements that are there from the beginning have children after the first turn`() {
    send(.path([1, 2]))
    let screens = screens()
    runner.runUntilIdle()
    #expect(screens.all.map(\.state.1) == [100, 200])
  }

  @Test func `a queued observer of a removed element is not called, and is not reported`() {
    let seen = Guarded<[Int]>([])
    let tokens = Guarded<[StoreSubscription]>([])
    let reports = StoreContext.recordingMisuse {
      let screens = store.children(of: \.path) { parent, route in
        let screen = parent.with(route.id) { (_: inout Int, _: Action) in }
        let titles = screen.map { $0.0.path.first { $0.id == route.id }!.id }
        let rows = screen.map { OrderedState([$0.0.path.first { $0.id == route.id }!]) }.rows(\.self)
        let own = [
          screen.subscribe { state in seen.withLock { $0.append(state.1) } },
          titles.subscribe { id in seen.withLock { $0.append(id) } },
          rows.observe { rows, _ in seen.withLock { $0.append(rows.count) } },
        ]
        tokens.withLock { $0 += own }
        return (screen, titles, rows)
      }
      store.dispatch(.path([1]))
      store.dispatch(.path([]))
      runner.runUntilIdle()
      withExtendedLifetime(screens) {}
    }
    #expect(seen.withLock { $0 } == [])
    #expect(reports.values.map(\.whatHappened) == [])
  }

  @Test func `a removed child keeps its last state, receives no changes, and changes nothing`() {
    let screens = screens()
    send(.path([1]))
    let kept = screens[1]
    let seen = Recorder<Int>()
    let token = kept?.subscribe { seen.record($1) }
    kept?.dispatch(.tap)
    store.dispatch(.path([]))
    kept?.dispatch(.tap)
    runner.runUntilIdle()
    kept?.dispatch(.tap)
    runner.runUntilIdle()
    #expect(kept?.state.1 == 101)
    #expect(store.state.taps == 1)
    #expect(seen.values == [100, 101])
    withExtendedLifetime(token) {}
  }

  @Test func `a late action is reported to the tap as dropped`() {
    let screens = screens()
    let dropped = Recorder<String>()
    let tap = store.tap { if case .dropped(let action) = $0.kind { dropped.record("\(action)") } }
    send(.path([1]))
    let kept = screens[1]
    send(.path([]))
    kept?.map(actions: { (_: Int) in Action.tap }).dispatch(1)
    kept?.with(0) { (_: inout Int, _: Action) in }.dispatch(.tap)
    runner.runUntilIdle()
    #expect(dropped.values == ["1", "tap"])
    withExtendedLifetime(tap) {}
  }

  @Test func `observing a child whose element is removed is not reported`() {
    let reports = StoreContext.recordingMisuse {
      let store = StateStore([1], runner: runner) { (state: inout [Int], action: Int) in state = [] }
      let rows = store.children(of: { $0 }, id: \.self) { store, id in
        store.with(id) { (_: inout Int, _: Int) in }
      }
      runner.runUntilIdle()
      let token = rows[1]?.subscribe { _ in }
      for _ in 0..<3 {
        store.dispatch(1)
        runner.runUntilIdle()
      }
      #expect(rows[1] == nil)
      withExtendedLifetime(token) {}
    }
    #expect(reports.values.isEmpty)
  }

  @Test func `releasing the children ends them, the last element's first`() {
    let ended = Recorder<Int>()
    var rows: Children<Int, StoreSubscription>? = store.children(of: \.path) { _, route in
      StoreSubscription { ended.record(route.id) }
    }
    send(.path([1, 2, 3]))
    send(.path([1, 3]))
    #expect(ended.values == [2])
    #expect(rows?.ids == [1, 3])
    rows = nil
    #expect(ended.values == [2, 3, 1])
    send(.path([1, 2, 3, 4]))
    #expect(ended.values == [2, 3, 1])
  }

  @Test func `actions dispatched to children before their release are not lost, and later ones are dropped`() {
    var rows: Children? = screens()
    send(.path([1]))
    let kept = rows?[1]
    for _ in 0..<20 { kept?.dispatch(.tap) }
    rows = nil
    kept?.dispatch(.tap)
    runner.runUntilIdle()
    #expect(store.state.taps == 20)
    #expect(kept?.state.1 == 120)
  }

  @Test func `children of children end before their parents`() {
    final class Ended: Sendable {
      let screen: StateStore<(Stack, Int), Action>
      let parts: Children<OnlyChild, StoreSubscription>
      init(_ screen: Screen, _ parts: Children<OnlyChild, StoreSubscription>) {
        (self.screen, self.parts) = (screen, parts)
      }
    }
    let dropped = Recorder<String>()
    let tap = store.tap { if case .dropped(let action) = $0.kind { dropped.record("\(action)") } }
    let inner = Recorder<StateStore<((Stack, Int), Int), Action>>()
    let screens = store.children(of: \.path) { parent, route in
      let screen = parent.with(route.id) { (_: inout Int, _: Action) in }
      return Ended(
        screen,
        screen.children(of: \.0.note) { screen, _ in
          let part = screen.with(7) { (_: inout Int, _: Action) in }
          inner.record(part)
          return StoreSubscription {}
        })
    }
    send(.note("a"))
    send(.path([1]))
    #expect(screens[1]?.parts.only != nil)
    send(.path([]))
    inner.values.first?.dispatch(.tap)
    runner.runUntilIdle()
    #expect(dropped.values == ["tap"])
    withExtendedLifetime(tap) {}
  }

  @Test func `children of an ended parent are not created any more, even if a child of it is retained`() {
    let made = Recorder<Int>()
    let sessions = store.children(of: \.sheet) { parent, sheet in
      parent.children(of: \.path) { _, route in made.record(sheet.id * 10 + route.id) }
    }
    send(.sheet(Route(id: 1)))
    send(.path([1]))
    let first = sessions.only
    #expect(made.removeAll() == [11])
    send(.sheet(nil))
    send(.sheet(Route(id: 2)))
    send(.path([1, 2]))
    #expect(made.removeAll() == [21, 22])
    #expect(first?[2] == nil)
  }

  @Test func `an optional has a child for each identity, or one for all of its values`() {
    let made = Recorder<String>()
    let sheets = store.children(of: \.sheet) { _, sheet in made.record("sheet \(sheet.id)") }
    let notes = store.children(of: \.note) { _, note in made.record("note \(note)") }
    send(.sheet(Route(id: 1)))
    send(.sheet(Route(id: 1, title: "renamed")))
    send(.sheet(Route(id: 2)))
    #expect(sheets.all.count == 1)
    send(.note("a"))
    send(.note("b"))
    #expect(notes.only != nil)
    send(.note(nil))
    #expect(notes.only == nil)
    send(.note("c"))
    #expect(made.values == ["sheet 1", "sheet 2", "note a", "note c"])
  }

  @Test func `a value that is Identifiable only by its dynamic type has a child for each identity`() {
    // SAFETY: it has no members, and its only subclass has only constants.
    class Page: @unchecked Sendable {}
    // SAFETY: its only member is a constant.
    final class Chapter: Page, Identifiable, @unchecked Sendable {
      let id: Int
      init(id: Int) { self.id = id }
    }
    let runner = ManualRunner()
    let pages = StateStore<Page?, Page?>(nil, runner: runner) { $0 = $1 }
    let boxes = StateStore<(any Sendable)?, (any Sendable)?>(nil, runner: runner) { $0 = $1 }
    let made = Recorder<String>()
    let chapters = pages.children(of: { $0 }) { _, page in made.record("chapter \((page as? Chapter)?.id ?? 0)") }
    let routes = boxes.children(of: { $0 }) { _, box in made.record("route \((box as? Route)?.id ?? 0)") }
    for id in [1, 1, 2] {
      pages.dispatch(Chapter(id: id))
      boxes.dispatch(Route(id: id))
      runner.runUntilIdle()
    }
    pages.dispatch(Page())
    runner.runUntilIdle()
    #expect(made.values.sorted() == ["chapter 0", "chapter 1", "chapter 2", "route 1", "route 2"])
    withExtendedLifetime((chapters, routes)) {}
  }

  @Test func `a reader receives the inserted and removed elements, and then all missed changes together`() async {
    let screens = screens()
    send(.path([1, 2]))
    var changes = screens.changes().makeAsyncIterator()
    #expect(await changes.next() == .init(inserted: [1, 2], removed: []))
    send(.path([2, 3]))
    #expect(await changes.next() == .init(inserted: [3], removed: [1]))
    send(.path([]))
    send(.path([3]))
    #expect(await changes.next() == .init(inserted: [3], removed: [2, 3]))
    screens.cancel()
    #expect(await changes.next() == nil)
  }

  @Test func `a lingering part shows its last value after its removal`() {
    send(.path([1]))
    let title = store.lingering("-") { $0.note }
    #expect(title.state == "-")
    send(.note("a"))
    #expect(title.state == "a")
    send(.note(nil))
    #expect(title.state == "a")
  }

  @Test func `random collections have exactly the children of their elements`() {
    var random = SeededGenerator(seed: 7)
    let made = Recorder<Int>()
    let rows = store.children(of: \.path) { _, route in
      made.record(route.id)
      return route.id
    }
    var before: [Int] = []
    for _ in 0..<2_000 {
      var ids = before
      switch Int.random(in: 0..<5, using: &random) {
      case 0: ids = Array((0..<8).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)))
      case 1: ids = ids.dropLast()
      case 2: ids = Array(ids.dropFirst())
      case 3: ids.shuffle(using: &random)
      default: if let id = (0..<8).first(where: { !ids.contains($0) }) { ids.append(id) }
      }
      let count = made.values.count
      send(.path(ids))
      #expect(rows.ids == ids)
      #expect(rows.all == ids)
      #expect(made.values.dropFirst(count).sorted() == Set(ids).subtracting(before).sorted())
      before = ids
    }
  }

  @Test func `awaiting a change that only the test can cause fails at the line of the sequence`() async {
    let failures = Recorder<String>()
    let context = TestContext.impatient(telling: failures)
    let (store, screens) = context.run {
      let store = StateStore<[Int], Int>([]) { $0.append($1) }
      return (store, store.children(of: { $0 }, id: \.self) { parent, _ in parent.with(0) { $0 += $1 } })
    }
    context.runUntilIdle()
    var changes = screens.changes().makeAsyncIterator(); let line = #line
    store.dispatch(7)
    #expect(await changes.next()?.inserted == [7])
    #expect(failures.values.first?.hasPrefix("`await changes` waits for stores of a `TestContext`") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
    withExtendedLifetime(context) {}
  }
}
