import PureduxCore
import PureduxTesting
import Testing

/// Stories of several stores of a tree.
@Suite struct `A story of a tree` {
  private enum RootAction: Sendable, Equatable {
    case child(Int)
    indirect case inside(RootAction)
    case end
  }

  private let failures = RecordedFailures()

  private static func makeRoot() -> StateStore<Int, RootAction> {
    StateStore(0) { if case .child(let number) = $1 { $0 += number } }
  }

  @Test func `shows every test store the state that a step on another one described`() {
    let app = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
    let screen = app.following { $0.with(10) { $0 -= $1 } }
    let title = app.following { $0.map(state: { "\($0)" }) }
    screen.send(3) { $0 = (3, 7) }
    #expect(app.state == 3 && title.state == "3")
    app.store.dispatch(1)
    screen.store.dispatch(2)
    app.receive(1) { $0 = 4 }
    #expect(screen.state == (4, 7) && title.state == "4")
    screen.receive(2) { $0 = (6, 5) }
    #expect(app.state == 6 && title.state == "6")
    app.finish()
  }

  @Test func `shows the last state after actions that a partial step skipped, and after its end`() {
    let app = TestStore(exhaustivity: .partial) { StateStore<Int, Int>(0) { $0 += $1 } }
    let screen = app.following { $0.with(10) { $0 -= $1 } }
    screen.store.dispatch(1)
    screen.send(2)
    #expect(app.state == 3)
    app.store.dispatch(4)
    app.finish()
    #expect(screen.state == (7, 7))
  }

  @Test func `receives the action that its own store reduces, whatever was sent to another store`() {
    let app = TestStore {
      let root = Self.makeRoot()
      root.map(actions: { (number: Int) in .child(number) }).dispatch(5)
      return root
    }
    app.receive(.child(5)) { $0 = 5 }
    app.finish()
  }

  @Test func `has each store speak its own actions, with children and middlewares between`() {
    let doubled = ClosureMiddleware<(Int, Int), Int> { action, _ in action * 2 }
    let app = TestStore(Self.makeRoot)
    let part = app.following { $0.map(actions: { (number: Int) in .child(number) }) }
    let screen = part.following { $0.with(0, middleware: doubled) { $0 += $1 } }
    for _ in 0..<3 { screen.store.dispatch(2) }
    app.receive(.child(4), .partial) { $0 = 4 }
    part.receive(2, .partial) { $0 = 8 }
    screen.receive(2) { $0 = (12, 12) }
    screen.send(1) { $0 = (14, 14) }
    app.finish()
  }

  @Test func `tells the actions of two stores apart if they have the same type`() {
    let app = TestStore(Self.makeRoot)
    let inside = app.following { $0.map(actions: { (action: RootAction) in .inside(action) }) }
    inside.store.dispatch(.end)
    app.receive(.inside(.end))
    inside.store.dispatch(.end)
    inside.receive(.end)
    inside.send(.end)
    app.finish()
  }

  @Test func `lists what is left in the words of the store that it began with`() {
    let app = failures.recording { TestStore(Self.makeRoot) }
    let part = app.following { $0.map(actions: { (number: Int) in .child(number) }) }
    part.store.dispatch(5)
    part.receive(6); let line = #line
    part.store.dispatch(7)
    app.finish(); let end = #line
    #expect(
      failures.values == [
        "Received an unexpected action.\n  - 6\n  + 5 (line \(line))",
        "The test ended with unfinished work.\nNot received:\n  .child(7) (line \(end))",
      ])
  }

  @Test func `reports a change that the state of the step's store does not show`() {
    let app = failures.recording {
      TestStore {
        StateStore<[Int], Int>([0, 0]) {
          $0[0] += $1; $0[1] += $1
        }
      }
    }
    let screen = app.following { $0.map(state: { $0[0] }).with(10) { $0 -= $1 } }
    screen.send(3) { $0 = (3, 7) }; let line = #line
    #expect(
      failures.values == [
        """
        3 also changed a state of type `Array<Int>` in the tree, in parts that `(Int, Int)` does not show:
        [1]
          - 0
          + 3
        To fix: describe the action on a test store whose state shows these parts, or make the step `.partial`. (line \(line))
        """
      ])
    screen.send(3, .partial) { $0.1 = 4 }
    app.send(1) { $0 = [7, 7] }
    app.finish()
    #expect(failures.values.count == 1)
  }

  @Test func `accepts a step on a part of the state, if nothing else changed`() {
    struct App: Sendable, Equatable {
      var screen: [String: [Int]] = [:]
      var opened = 0
    }
    let app = failures.recording {
      TestStore { StateStore<App, Int>(App()) { $0.screen["\($1)", default: []].append($1) } }
    }
    let screen = app.following { $0.map(state: { $0.screen }).with(0) { $0 += $1 } }
    screen.send(3) { $0 = (["3": [3]], 3) }
    screen.send(3) { $0 = (["3": [3, 3]], 6) }
    screen.send(4) { $0 = (["3": [3, 3], "4": [4]], 10) }
    app.finish()
    #expect(failures.values == [])
  }

  @Test func `reports what a store changed that no test store follows`() {
    let app = failures.recording { TestStore { StateStore<Int, Int>(0) { $0 += $1 } } }
    let other = app.context.run { app.store.with("") { $0 += "\($1)" } }
    other.dispatch(3)
    app.receive(3) { $0 = 3 }
    app.store.dispatch(4)
    app.receive(4) { $0 = 7 }
    app.finish()
    #expect(failures.values.count == 1)
    #expect(failures.values.first?.contains("a state of type `String` in the tree") == true)
    #expect(failures.values.first?.contains("- \"\"\n+ \"3\"") == true)
  }

  @Test func `does not report changes in partial steps, and none that has no action`() {
    let app = failures.recording {
      TestStore(exhaustivity: .partial) {
        StateStore<[Int], Int>([0, 0]) {
          $0[0] += $1; $0[1] += $1
        }
      }
    }
    let first = app.following { $0.map(state: { $0[0] }) }
    first.send(3) { $0 = 3 }
    app.begin(with: [5, 9])
    first.send(3, .full) { $0 = 8 }
    app.finish()
    #expect(failures.values.count == 1)
    #expect(failures.values.first?.contains("[1]\n  - 9\n  + 12") == true)
  }
}
