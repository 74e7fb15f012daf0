import PureduxTesting
import Testing

@testable import PureduxChildren

/// The recipe for "when the session ends, each child resets": the stores of a session are children of the session.
@Suite struct SessionTests {
  private struct Session: Identifiable, Sendable {
    let id: Int
  }

  private enum Action: Sendable { case signIn(Int), signOut, choose(Int) }

  private typealias Root = StateStore<Session?, Action>
  private typealias Screen = StateStore<(Session?, Int), Action>

  private let runner = ManualRunner()
  /// The user whose session a screen displayed, and the selection on that screen.
  private let seen = Recorder<String>()

  private func makeRoot() -> Root {
    StateStore(nil, runner: runner) { (session: inout Session?, action: Action) in
      switch action {
      case .signIn(let id): session = Session(id: id)
      case .signOut: session = nil
      case .choose: break
      }
    }
  }

  private func screens(of root: Root, _ tokens: Recorder<StoreSubscription>) -> Children<OnlyChild, [Screen]> {
    root.children(of: { $0 }) { [seen] root, _ in
      let screens = (0..<3).map { _ in
        root.with(0) { (choice: inout Int, action: Action) in
          if case .choose(let new) = action { choice = new }
        }
      }
      for screen in screens {
        tokens.record(screen.subscribe { session, choice in seen.record("\(session?.id ?? 0): \(choice)") })
      }
      return screens
    }
  }

  @Test(arguments: [true, false])
  func `no child shows its choice after its session has ended, with or without a next user`(
    signsOut: Bool
  ) {
    let (root, tokens) = (makeRoot(), Recorder<StoreSubscription>())
    let sessions = screens(of: root, tokens)
    root.dispatch(.signIn(1))
    runner.runUntilIdle()
    for screen in sessions.only ?? [] { screen.dispatch(.choose(5)) }
    runner.runUntilIdle()
    #expect(seen.values.count == 3 + 3 * 3)
    #expect(Set(seen.values) == ["1: 0", "1: 5"])

    let before = seen.values.count
    if signsOut { root.dispatch(.signOut) }
    root.dispatch(.signIn(2))
    runner.runUntilIdle()
    #expect(Array(seen.values[before...]) == ["2: 0", "2: 0", "2: 0"])
    #expect(sessions.only?.map(\.state.1) == [0, 0, 0])
  }

  @Test func `an observer of the parent sees the children of the same turn, if it subscribed after them`() {
    let (root, tokens) = (makeRoot(), Recorder<StoreSubscription>())
    let sessions = screens(of: root, tokens)
    let found = Recorder<String>()
    let token = root.subscribe { session in
      found.record("\(session?.id ?? 0): \(sessions.only?.map(\.state.1) ?? [])")
    }
    root.dispatch(.signIn(1))
    runner.runUntilIdle()
    for screen in sessions.only ?? [] { screen.dispatch(.choose(5)) }
    runner.runUntilIdle()
    root.dispatch(.signIn(2))
    root.dispatch(.signOut)
    runner.runUntilIdle()
    #expect(found.values.prefix(2) == ["0: []", "1: [0, 0, 0]"])
    #expect(found.values.suffix(2) == ["2: [0, 0, 0]", "0: []"])
    withExtendedLifetime(token) {}
  }
}
