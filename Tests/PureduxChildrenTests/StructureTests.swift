import PureduxDerived
import PureduxTesting
import TestSupport
import Testing

@testable import PureduxChildren
@testable import PureduxCore

/// Structure before observers: what any code of a turn sees of a state and of its children belongs together.
@Suite struct StructureTests {
  private struct App: Sendable {
    var user: String?
    var path: [Int] = []
    var rows: OrderedState<Row> = []
  }

  private struct Row: Identifiable, Sendable { let id: Int }

  private enum Action: Sendable { case signIn(String?), path([Int]), start([Int]), tap }

  private typealias Root = StateStore<App, Action>
  private typealias Kids = Children<Int, StateStore<(App, Int), Action>>

  /// The stores of a session, which makes its screens in its initializer.
  private final class Session: Sendable {
    let screens: Kids

    init(_ parent: Root) {
      screens = parent.children(of: \.path, id: \.self) { parent, _ in parent.with(0) { _, _ in } }
    }
  }

  private let runner = ManualRunner()
  private let root: Root
  private let seen = Recorder<String>()

  init() {
    root = StateStore(App(), runner: runner) { app, action in
      switch action {
      case .signIn(let user): app.user = user
      case .path(let path): (app.path, app.rows) = (path, OrderedState(path.map { Row(id: $0) }))
      case .start(let path): (app.user, app.path) = ("ada", path)
      case .tap: break
      }
    }
  }

  private func send(_ actions: Action...) {
    for action in actions { root.dispatch(action) }
    runner.runUntilIdle()
  }

  private func screens() -> Kids {
    root.children(of: \.path, id: \.self) { parent, _ in parent.with(0) { _, _ in } }
  }

  @Test func `L3: an observer that subscribed before the children were made sees those of its state`() {
    let kept = Guarded<Kids?>(nil)
    let token = root.subscribe { [seen] app in
      seen.record("\(app.path) \(kept.withLock { $0 }?.ids ?? [])")
    }
    runner.runUntilIdle()
    kept.withLock { [screens = screens()] in $0 = screens }
    send(.path([1]), .path([1, 2]), .path([2]), .path([]))
    #expect(seen.values == ["[] []", "[1] [1]", "[1, 2] [1, 2]", "[2] [2]", "[] []"])
    withExtendedLifetime(token) {}
  }

  @Test func `L3: children that a new child makes in its initializer are there before any observer is called`() {
    let sessions = root.children(of: \.user) { parent, _ in Session(parent) }
    let token = root.subscribe { [seen] app in
      seen.record("\(app.user ?? "nobody") \(app.path) \(sessions.only?.screens.ids ?? [])")
    }
    runner.runUntilIdle()
    send(.start([1]), .path([1, 2]), .signIn(nil), .start([3, 4]))
    #expect(
      seen.values == [
        "nobody [] []", "ada [1] [1]", "ada [1, 2] [1, 2]", "nobody [1, 2] []", "ada [3, 4] [3, 4]",
      ])
    withExtendedLifetime(token) {}
  }

  @Test func `L3: children to the third level begin and end in the turn of their state`() {
    struct Level: Sendable {
      let below: [Children<Int, Level>]

      init(_ depth: Int, of parent: Root) {
        below =
          depth == 0 ? [] : [parent.children(of: \.path, id: \.self) { parent, _ in Level(depth - 1, of: parent) }]
      }

      var count: Int { below.reduce(1) { $0 + $1.all.reduce(0) { $0 + $1.count } } }
    }
    let counts = Recorder<Int>()
    let kept = Guarded<Level?>(nil)
    let token = root.subscribe { _ in counts.record(kept.withLock { $0 }?.count ?? 0) }
    runner.runUntilIdle()
    kept.withLock { [root] in $0 = Level(3, of: root) }
    send(.path([1]), .path([1, 2]), .path([2, 3]), .path([]))
    #expect(counts.values == [0, 4, 15, 15, 1])
    withExtendedLifetime(token) {}
  }

  @Test func `L3: observers, selectors, rows and reads of a turn see one structure and one state`() {
    let kept = Guarded<Kids?>(nil)
    let ids: @Sendable () -> [Int] = { kept.withLock { $0 }?.ids ?? [] }
    let check: @Sendable (String, [Int]) -> Void = { [seen, root] reader, path in
      let (here, there) = (root.state.path, root.withState { $0.path })
      if [path, here, there].contains(where: { $0 != ids() }) {
        seen.record("\(reader): path \(path), \(here), \(there), children \(ids())")
      }
    }
    let child = root.with(0) { _, _ in }
    let rows = root.rows(\.rows)
    let tokens = [
      root.subscribe { check("observer", $0.path) },
      root.map(state: \.path).subscribe { check("projection", $0) },
      root.select(\.path) { $0 }.subscribe { check("selector", $0) },
      child.subscribe { check("child", $0.0.path) },
      rows.observe { rows, _ in check("rows", Array(rows)) },
    ]
    runner.runUntilIdle()
    kept.withLock { [screens = screens()] in $0 = screens }
    runner.runUntilIdle()
    for path in [[1], [1, 2], [3], []] {
      root.dispatch(.path(path))
      runner.runUntilIdle()
    }
    #expect(seen.values == [])
    withExtendedLifetime((tokens, child)) {}
  }

  @Test func `L3: children of a child's own state follow it in the turn of the child's action`() {
    let local = root.with([Int]()) { (own: inout [Int], action: Action) in if case .path(let ids) = action { own = ids }
    }
    let kept = Guarded<[Children<Int, Int>]>([])
    let token = local.subscribe { [seen] state in seen.record("\(state.1) \(kept.withLock { $0 }.map(\.all))") }
    runner.runUntilIdle()
    kept.withLock { $0 = [local.children(of: \.1, id: \.self) { _, id in id }] }
    local.dispatch(.path([4, 5]))
    runner.runUntilIdle()
    #expect(seen.values == ["[] []", "[4, 5] [[4, 5]]"])
    withExtendedLifetime(token) {}
  }

  @Test func `children made in an observer are there after its turn, and in line in the next one`() {
    let kept = Guarded<Kids?>(nil)
    let token = root.subscribe { [seen, screens = screens] app in
      seen.record("\(app.path) \(kept.withLock { $0 }?.ids ?? [])")
      if app.path == [1], kept.withLock({ $0 == nil }) { kept.withLock { [made = screens()] in $0 = made } }
    }
    runner.runUntilIdle()
    send(.path([1]))
    #expect(kept.withLock { $0 }?.ids == [1])
    send(.path([1, 2]))
    #expect(seen.values == ["[] []", "[1] []", "[1, 2] [1, 2]"])
    withExtendedLifetime(token) {}
  }

  @Test func `children made in an observer are in line in a turn that was queued before them`() {
    let kept = Guarded<Kids?>(nil)
    let token = root.subscribe { [seen, screens = screens] app in
      seen.record("\(app.path) \(kept.withLock { $0 }?.ids ?? [])")
      if app.path == [1], kept.withLock({ $0 == nil }) { kept.withLock { [made = screens()] in $0 = made } }
    }
    send(.path([1]), .path([1, 2]))
    #expect(seen.values == ["[] []", "[1] []", "[1, 2] [1, 2]"])
    withExtendedLifetime(token) {}
  }

  @Test func `children made in a turn of another tree are in line after their own tree's next delivery`() {
    let (other, kept) = (StateStore<Int, Int>(0, runner: runner) { $0 += $1 }, Guarded<Kids?>(nil))
    send(.path([1]))
    let token = other.subscribe { [screens = screens] number in
      if number == 1 { kept.withLock { [made = screens()] in $0 = made } }
    }
    other.dispatch(1)
    runner.runUntilIdle()
    #expect(kept.withLock { $0 }?.ids == [1])
    withExtendedLifetime(token) {}
  }

  @Test func `a child that ends in the turn in which it began ends with its own children`() {
    let (made, dropped) = (Recorder<Int>(), Recorder<String>())
    let tap = root.tap { if case .dropped(let action) = $0.kind { dropped.record("\(action)") } }
    let kept = Guarded<Children<OnlyChild, Root>?>(nil)
    let inner = Guarded<Children<Int, Int>?>(nil)
    kept.withLock { [root] in
      $0 = root.children(of: \.user) { parent, _ in
        let below = parent.children(of: \.path, id: \.self) { _, id in
          made.record(id)
          // Ends its own parent, while the children of the parent are being made.
          kept.withLock { $0 }?.cancel()
          return id
        }
        inner.withLock { $0 = below }
        return parent
      }
    }
    runner.runUntilIdle()
    send(.start([1, 2]))
    #expect(kept.withLock { $0 }?.only == nil)
    send(.path([3]))
    #expect(made.values == [1, 2])
    inner.withLock { $0 }?.cancel()
    withExtendedLifetime(tap) {}
  }

  @Test func `children on a projection are not read from a state that no longer has their part`() {
    let pages = root.children(of: \.path, id: \.self) { parent, id in
      // Traps in a state without the element.
      let page = parent.map(state: { app in app.path.firstIndex(of: id)! })
      return page.children(of: { $0 as Int? }) { _, position in position }
    }
    runner.runUntilIdle()
    send(.path([7, 8]))
    let first = pages[7]
    #expect(pages[8]?.only == 1)
    send(.path([8]))
    #expect(pages[8]?.only != nil)
    send(.path([]), .path([9]))
    #expect(pages.ids == [9])
    withExtendedLifetime(first) {}
  }

  @Test func `children of a lingering part stay, and follow its next value in that value's turn`() {
    let lingering = root.lingering("-") { $0.user }
    let names = lingering.children(of: { $0.split(separator: "-").map(String.init) }, id: \.self) { _, name in name }
    let token = root.subscribe { [seen] app in seen.record("\(app.user ?? "nobody") \(names.all)") }
    runner.runUntilIdle()
    send(.signIn("ada"), .signIn(nil), .signIn("bob-eve"))
    #expect(seen.values == ["nobody []", "ada [\"ada\"]", "nobody [\"ada\"]", "bob-eve [\"bob\", \"eve\"]"])
    withExtendedLifetime(token) {}
  }

  @Test func `children of a store that is offered some states only keep those of the last offered one`() {
    let offered = root.project({ $0.user }, isOffered: { $0 != nil })
    let names = offered.children(of: { $0.map { [$0] } ?? [] }, id: \.self) { _, name in name }
    runner.runUntilIdle()
    send(.signIn("ada"))
    send(.signIn(nil))
    #expect(names.all == ["ada"])
    send(.signIn("bob"))
    #expect(names.all == ["bob"])
  }

  @Test func `a turn reads the identities of each list once, however many children there are`() {
    let read = Guarded(0)
    let counting: @Sendable (Int) -> Int = { id in
      read.withLock { $0 += 1 }
      return id
    }
    let levels = root.children(of: \.path, id: counting) { parent, id in
      (parent.with(id) { _, _ in }, parent.children(of: \.rows) { parent, row in parent.with(row.id) { _, _ in } })
    }
    runner.runUntilIdle()
    send(.path(Array(0..<50)))
    #expect(levels.all.map(\.1.all.count) == Array(repeating: 50, count: 50))
    read.withLock { $0 = 0 }
    send(.tap)
    #expect(read.withLock { $0 } == 50)
  }

  @Test func `10,000 lists of children that came and went leave nothing in the tree`() {
    for _ in 0..<100 {
      let lists = (0..<100).map { _ in screens() }
      runner.runUntilIdle()
      withExtendedLifetime(lists) {}
    }
    #expect(!root.node.tree.receivers.structure.isRaised)
    let again = screens()
    send(.path([1]))
    #expect(again.ids == [1])
  }

  @Test func `children retain neither their store nor its state`() {
    final class Large: Sendable {}
    weak var probe: Large?
    let kept: Children<Int, Int>
    do {
      let large = Large()
      probe = large
      let store = StateStore<(ids: [Int], large: Large), Int>(([1], large), runner: runner) { $0.ids.append($1) }
      let child = store.with(large) { (_: inout Large, _: Int) in }
      kept = child.children(of: \.0.ids, id: \.self) { _, id in id }
      runner.runUntilIdle()
      #expect(kept.ids == [1])
    }
    runner.runUntilIdle()
    #expect(probe == nil)
    #expect(kept.ids == [1])
  }
}
