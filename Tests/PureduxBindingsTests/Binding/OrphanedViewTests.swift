import PureduxChildren
import PureduxTesting
import Testing

@testable import PureduxBindings

/// Views that outlive their stores.
@MainActor
@Suite struct OrphanedViewTests {
  private let reports = Recorder<Misuse>()
  private let runner = ManualRunner()

  private func makeRoot() -> StateStore<Int, Int> {
    StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      StateStore(0, runner: runner) { (state: inout Int, action: Int) in state += action }
    }
  }

  private func makeChild(_ root: StateStore<Int, Int>, named name: String? = nil) -> StateStore<(Int, Int), Int> {
    root.with(0, named: name) { (count: inout Int, _: Int) in count += 1 }
  }

  private func change(_ root: StateStore<Int, Int>) {
    runner.runUntilIdle()
    root.dispatch(1)
    runner.runUntilIdle()
  }

  @Test func `an unretained child is reported when its view misses a change, with its name and location`() {
    let root = makeRoot()
    let token = makeChild(root, named: "article").bind({ $0.1 }) { _ in }
    let line = #line - 1
    for _ in 0..<3 { change(root) }
    withExtendedLifetime(token) {}
    #expect(
      reports.values.map(\.description) == [
        """
        the store "article" was released while it was observed at PureduxBindingsTests/OrphanedViewTests.swift:\(line), \
        so the view keeps displaying the last state: a binding does not retain its store.
        To fix: keep the `StateStore` as long as the view, for example in one of its properties, or release the view \
        first; a store that ends with a part of another store's state should be created by `children(of:)`, and is not \
        reported.
        """
      ])
  }

  @Test func `a view that owns its binding is reported by its type, unless the view is released too`() {
    let root = makeRoot()
    let screen = Screen()
    var other: Screen? = Screen()
    screen.subscribe(makeChild(root)) { (_: (Int, Int)) in }
    other?.subscribe(makeChild(root), { $0.1 }) { (_: Int) in }
    runner.runUntilIdle()
    other = nil
    change(root)
    withExtendedLifetime(screen) {}
    #expect(reports.values.map(\.whatHappened) == ["a store was released while it was observed by `Screen`"])
  }

  @Test func `a field keeps its store, and is not reported`() {
    let root = makeRoot()
    let editor = FieldEditor(makeChild(root), { $0.1 }, dispatch: { $0 }, show: { _ in })
    change(root)
    #expect(reports.values.isEmpty)
    withExtendedLifetime(editor) {}
  }

  @Test func `each view of a released store is reported, unless it was cancelled before`() {
    let root = makeRoot()
    var child: StateStore? = makeChild(root)
    let tokens = (0..<3).compactMap { _ in child?.bind({ $0.1 }) { _ in } }
    change(root)
    tokens[1].cancel()
    child = nil
    change(root)
    #expect(reports.values.count == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a child that is removed with its element is not reported`() {
    let root = makeRoot()
    let children = root.children(of: { $0 < 2 ? Optional($0 / 2) : nil }) { root, _ in
      root.with(0) { (count: inout Int, _: Int) in count += 1 }
    }
    runner.runUntilIdle()
    let token = children.only?.bind({ $0.1 }) { _ in }
    for _ in 0..<3 { change(root) }
    #expect(children.only == nil && token != nil)
    #expect(reports.values.isEmpty)
  }

  /// Releases its store before its token, in the order of its properties.
  private final class Window {
    let store: StateStore<(Int, Int), Int>
    let token: StoreSubscription

    @MainActor init(_ store: StateStore<(Int, Int), Int>) {
      self.store = store
      token = store.bind({ $0.1 }) { _ in }
    }
  }

  @Test func `the ordinary order of ending is not reported`() {
    let root = makeRoot()
    var window: Window? = Window(makeChild(root))
    change(root)
    #expect(window?.store.state.0 == 1)
    window = nil
    change(root)
    #expect(reports.values.isEmpty)
  }

  /// A store of the property test, with its views and the expected reports.
  private struct Feature {
    var store: StateStore<(Int, Int), Int>?
    var token: StoreSubscription?
    var screen: Screen?
    var isShown: Bool { token != nil || screen != nil }
    /// Whether the store was released first.
    var isOrphan = false
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `exactly the stores that are displayed longer than retained are reported, once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var expected = 0
    let root = makeRoot()
    var features = (0..<6).map { _ in Feature() }
    for _ in 0..<2_000 {
      let index = Int.random(in: features.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let store = makeChild(root)
        features[index] = Feature(store: store, token: store.bind({ $0.1 }) { _ in })
      case 1:
        let (store, screen) = (makeChild(root), Screen())
        screen.subscribe(store, { $0.1 }) { _ in }
        features[index] = Feature(store: store, screen: screen)
      case 2:
        if features[index].isShown, features[index].store != nil { features[index].isOrphan = true }
        features[index].store = nil
      case 3:
        features[index].token?.cancel()
        features[index] = Feature(store: features[index].store)
      case 4:
        features[index] = Feature()
      default:
        root.dispatch(1)
        expected += features.count { $0.isOrphan }
        for index in features.indices { features[index].isOrphan = false }
      }
      runner.runUntilIdle()
    }
    #expect(reports.values.count == expected)
    #expect(expected > 50)
  }
}
