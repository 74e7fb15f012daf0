import PureduxTesting
import Testing

@Suite struct `A story that receives actions by their case` {
  private enum Watch: Sendable {
    case tick(Int), reset
    var tick: Int? { if case .tick(let count) = self { count } else { nil } }
    var reset: Void? { if case .reset = self { () } else { nil } }
  }

  private enum Screen: Sendable {
    case watch(Watch), close
    var watch: Watch? { if case .watch(let action) = self { action } else { nil } }
  }

  private enum AppAction: Sendable {
    case screen(Screen), other((Int, String))
    var screen: Screen? { if case .screen(let action) = self { action } else { nil } }
    var other: (Int, String)? { if case .other(let pair) = self { pair } else { nil } }
  }

  private let failures = RecordedFailures()

  private func makeStore(_ exhaustivity: Exhaustivity = .full) -> TestStore<Int, AppAction> {
    failures.recording {
      TestStore(exhaustivity: exhaustivity) {
        StateStore<Int, AppAction>(0) { count, action in
          if let ticks = action.screen?.watch?.tick { count += ticks }
          if action.screen?.watch?.reset != nil { count = 0 }
        }
      }
    }
  }

  @Test func `passes for any payload of the case, however deep it is`() {
    let store = makeStore()
    for action in [AppAction.screen(.watch(.tick(3))), .screen(.watch(.reset)), .other((1, "a")), .screen(.close)] {
      store.store.dispatch(action)
    }
    store.receive(\.screen?.watch?.tick) { $0 = 3 }
    store.receive(\.screen?.watch?.reset, changing: "- 3\n+ 0")
    store.receive(\.other)
    store.receive(\.screen)
    store.finish()
    #expect(failures.values == [])
  }

  @Test func `compares the payload if the step names one, equatable or not`() {
    let store = makeStore()
    for action in [AppAction.screen(.watch(.tick(3))), .other((1, "a")), .screen(.watch(.tick(4)))] {
      store.store.dispatch(action)
    }
    store.receive(\.screen?.watch, with: .tick(3)) { $0 = 3 }
    store.receive(\.other, with: (1, "a"))
    store.receive(\.screen?.watch?.tick, with: 5) { $0 = 8 }
    let line = #line - 1
    #expect(
      failures.values.map(Self.withoutNames) == [
        """
        Received an unexpected action.
          - \\AppAction.(Screen)?.(Watch)?.(Int) with 5
          + .screen(.watch(.tick(4))) (line \(line))
        """
      ])
    store.finish()
    #expect(failures.values.count == 1)
  }

  @Test func `names the types of the path, and the action that came instead`() {
    let store = makeStore()
    store.receive(\.screen?.watch?.reset); let missing = #line
    store.store.dispatch(.screen(.close))
    store.receive(\.screen?.watch?.reset); let other = #line
    #expect(
      failures.values.map(Self.withoutNames) == [
        "\\AppAction.(Screen)?.(Watch)?.(()) was not received. (line \(missing))",
        """
        Received an unexpected action.
          - \\AppAction.(Screen)?.(Watch)?.(())
          + .screen(.close) (line \(other))
        """,
      ])
  }

  @Test func `skips the actions of other cases in a partial story, and names the step that skipped the case`() {
    let store = makeStore(.partial)
    for action in [AppAction.screen(.close), .screen(.watch(.tick(1))), .screen(.watch(.tick(2)))] {
      store.store.dispatch(action)
    }
    store.receive(\.screen?.watch?.tick, with: 2) { $0 = 3 }; let skipping = #line
    #expect(failures.values == [])
    store.receive(\.screen?.watch?.tick, with: 1); let line = #line
    #expect(
      failures.values.map(Self.withoutNames) == [
        """
        \\AppAction.(Screen)?.(Watch)?.(Int) with 1 had arrived earlier, but the partial step at \
        \(#fileID):\(skipping) skipped it.
        To fix: receive it before that step, or remove this step. (line \(line))
        """
      ])
  }

  /// The text as it is where the system does not know the names of properties.
  private static func withoutNames(_ text: String) -> String {
    [("watch?.tick", "(Watch)?.(Int)"), ("watch?.reset", "(Watch)?.(())"), (".screen?", ".(Screen)?")]
      .reduce(text) { text, name in text.replacing(name.0, with: name.1) }
  }
}
