import PureduxChildren
import PureduxPersistence
import PureduxTesting
import Testing

/// Screens that are restored.
@Suite struct PersistChildrenTests {
  private typealias App = StateStore<[Int], [Int]>
  private typealias Screen = StateStore<([Int], String), [Int]>

  private let context = TestContext()
  private let paths = MemoryStorage()
  private let texts = MemoryStorage()

  /// The application at its start: its path, and a text on each screen of the path.
  private func start(_ path: [Int]) -> (app: App, screens: Children<Int, Screen>, saving: [Persistence]) {
    context.run {
      let app = App(path) { path, action in path = action }
      let screens = app.children(of: { $0 }, id: \.self) { app, id in
        app.with("new \(id)") { (text: inout String, path: [Int]) in text += "." }
      }
      let saving = [
        app.persist(in: Archive(paths)), app.persist(children: screens, in: Archive<[Int: String]>(texts)),
      ]
      context.runUntilIdle()
      return (app, screens, saving)
    }
  }

  @Test func `a stack of screens is restored`() {
    var first: (app: App, screens: Children<Int, Screen>, saving: [Persistence])? = start([])
    first?.app.dispatch([1, 2])
    context.runUntilIdle()
    first?.screens[2]?.dispatch([1, 2, 3])
    context.runUntilIdle()
    #expect(first?.screens.all.map(\.state.1) == ["new 1", "new 2.", "new 3"])
    first?.screens[1]?.dispatch([2, 1])
    first = nil
    context.advance(by: .seconds(60))
    let second = start([])
    #expect(second.screens.ids == [2, 1])
    #expect(second.screens.all.map(\.state.1) == ["new 2.", "new 1."])
    second.app.dispatch([2, 1, 3])
    context.runUntilIdle()
    #expect(second.screens[3]?.state.1 == "new 3")
  }

  @Test func `screens that exist before anything is restored begin with their saved states`() {
    let first = start([1, 2])
    first.screens[1]?.dispatch([1, 2])
    context.advance(by: .seconds(60))
    let second = start([1, 2])
    #expect(second.screens.all.map(\.state.1) == ["new 1.", "new 2"])
    withExtendedLifetime(first) {}
  }

  @Test func `the state of a removed screen is discarded`() {
    let first = start([1])
    first.screens[1]?.dispatch([1])
    first.app.dispatch([])
    context.advance(by: .seconds(60))
    let second = start([])
    second.app.dispatch([1])
    context.runUntilIdle()
    #expect(second.screens[1]?.state.1 == "new 1")
    withExtendedLifetime(first) {}
  }
}
