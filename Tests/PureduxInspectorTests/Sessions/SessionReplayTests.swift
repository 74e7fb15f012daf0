import Foundation
import PureduxCore
import PureduxInspector
import Testing

@Suite struct `A session that is replayed` {
  private let runner = ManualRunner()
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func session<State, Action>(
    of store: StateStore<State, Action>, redact: (@Sendable (Any) -> Any)? = nil, _ body: () -> Void
  ) throws -> RecordedSession {
    let recording = store.record(limit: 10_000)
    runner.runUntilIdle()
    body()
    runner.runUntilIdle()
    try recording.write(to: folder.file, redact: redact)
    return try RecordedSession(contentsOf: folder.file)
  }

  private func shelf(_ actions: [ShelfAction], redact: (@Sendable (Any) -> Any)? = nil) throws -> (
    RecordedSession, Shelf
  ) {
    let store = Shelf.store(runner: runner)
    let session = try session(of: store, redact: redact) { for action in actions { store.dispatch(action) } }
    return (session, store.state)
  }

  private let actions: [ShelfAction] = [
    .put("Emma", pages: 474), .put("Ulysses", pages: nil), .tag("old"), .tag("long \"quoted\" \n\u{1}é🙂"), .tag("new"),
    .open,
    .hide("x"),
  ]

  @Test func `reaches the same states, with the recorded identities and times`() throws {
    let (session, state) = try shelf(actions)
    let replay = session.replay { Shelf.store() }
    #expect(replay.divergence == nil)
    #expect(replay.isFaithful)
    #expect(replay.comparedStates == 7)
    #expect(replay.state == state)
    #expect(state.opened != .zero)
  }

  private struct Account: Codable, Sendable, Equatable {
    var amounts: [Decimal] = []
    var notes: [String] = []
  }

  private enum Booking: Codable, Sendable { case book(Decimal, note: String) }

  @Test func `preserves decimals that are not numbers, in valid JSON`() throws {
    func store(_ runner: some StoreRunner = ManualRunner()) -> StateStore<Account, Booking> {
      StateStore(Account(), named: "account", runner: runner) { account, action in
        guard case .book(let amount, let note) = action else { return }
        account.amounts.append(amount)
        account.notes.append(note)
      }
    }
    let recorded = store(runner)
    let session = try session(of: recorded) {
      recorded.dispatch(.book(.nan, note: "a \\\" NaN, \"NaN\""))
      recorded.dispatch(.book(2, note: "\\"))
    }
    let replay = session.replay { store() }
    #expect(replay.isFaithful && replay.state.notes == recorded.state.notes)
    #expect(replay.state.amounts.map(\.isNaN) == [true, false])
    for line in try String(contentsOf: folder.file, encoding: .utf8).split(separator: "\n") {
      guard let start = line.firstIndex(of: "{") else { continue }
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line[start...].utf8)) }
    }
  }

  @Test func `describes its events without the program's types`() throws {
    let (session, _) = try shelf(actions)
    #expect(
      session.events.prefix(3).map(\.description) == [
        #"shelf: put("Emma", pages: 474)"#, #"shelf: put("Ulysses")"#, #"shelf: tag("old")"#,
      ])
    #expect(session.stores.map(\.description) == ["shelf"])
    #expect(session.stores.first?.actionTypes == ["ShelfAction"])
    #expect(!session.isCutOff)
  }

  @Test func `begins with the states that the recording began with`() throws {
    let store = Shelf.store(runner: runner)
    store.dispatch(.put("before", pages: 1))
    runner.runUntilIdle()
    let session = try session(of: store) { store.dispatch(.put("after", pages: 2)) }
    #expect(session.replay { Shelf.store() }.state == store.state)
  }

  @Test func `names the event after which a changed reducer gives another state, and the difference`() throws {
    let (session, _) = try shelf(actions)
    let replay = session.replay {
      StateStore<Shelf, ShelfAction>(Shelf(), named: "shelf") { shelf, action in
        shelf.reduce(action == .tag("old") ? .tag("ancient") : action)
      }
    }
    let divergence = try #require(replay.divergence)
    #expect(divergence.event.number == 3)
    #expect(divergence.firstPossibleEvent == 3)
    #expect(divergence.difference?.changes.map(\.path).contains { $0.hasPrefix("tags") } == true)
    #expect("\(divergence)".contains(#"shelf: tag("old")"#))
  }

  @Test func `replays children and middlewares, given their stores`() throws {
    let root = StateStore<[String], String>(
      [], named: "root", runner: runner,
      middleware: ClosureMiddleware { action, _ in action == "drop" ? nil : action + "!" }
    ) { $0.append($1) }
    let child = root.with(0, named: "length") { (length: inout Int, action: String) in length += action.count }
    let session = try session(of: root) {
      root.dispatch("a")
      child.dispatch("bc")
      child.dispatch("drop")
      root.dispatch("d")
    }
    let replay = session.replay {
      StateStore<[String], String>(
        [], named: "root", middleware: ClosureMiddleware { action, _ in action }
      ) { $0.append($1) }
    } child: { root, store in
      store.name == "length"
        ? root.with(0, named: "length") { (length: inout Int, action: String) in length += action.count } : nil
    }
    #expect(replay.fit == .fully)
    #expect(replay.state == root.state)
    #expect(replay.divergence == nil)
    #expect(replay.comparedStates >= 4)
    let without = session.replay {
      StateStore<[String], String>([], named: "root", middleware: ClosureMiddleware { action, _ in action }) {
        $0.append($1)
      }
    }
    let reason = "length accepts actions of type String, and `child:` returned no such store of this tree"
    #expect("\(without.fit)".contains(reason))
  }

  @Test func `names a child whose state was replaced, and for which no store is given`() throws {
    func root(_ runner: some StoreRunner = ManualRunner()) -> StateStore<Int, Int> {
      StateStore(0, named: "root", runner: runner) { $0 += $1 }
    }
    let recorded = root(runner)
    let child = recorded.with(0) { (length: inout Int, action: Int) in length += action }
    let session = try session(of: recorded) {
      recorded.dispatch(1)
      runner.runUntilIdle()
      child.node.replaceOwnState { _ in 5 }
    }
    let reason = "the state of store 2 was replaced, and `child:` returned no store of this tree for it"
    #expect(session.fit { root() } == .partly(upTo: 1, because: [reason]))
  }

  @Test func `replays the redacted values, and writes no secret`() throws {
    let session = try redacted([.hide("hunter2"), .tag("a")], hidden: ShelfAction.hide("…"))
    let replay = session.replay { Shelf.store() }
    #expect(replay.isFaithful)
    #expect(replay.state.secret == "…")
  }

  @Test func `writes no secret of an action that was redacted to a text`() throws {
    let session = try redacted([.tag("a"), .hide("hunter2"), .tag("b")], hidden: "hidden")
    #expect(session.events.count == 3 && session.events[1].description.contains("hidden"))
    #expect(session.replay { Shelf.store() }.divergence == nil)
  }

  /// A session whose secret is redacted: `hidden` replaces the action that contains it. The file must not contain it.
  private func redacted(_ actions: [ShelfAction], hidden: any Sendable) throws -> RecordedSession {
    let (session, _) = try shelf(actions) { value in
      switch value {
      case ShelfAction.hide: return hidden
      case var shelf as Shelf:
        shelf.secret = ""
        return shelf
      default: return value
      }
    }
    #expect(!(try String(contentsOf: folder.file, encoding: .utf8)).contains("hunter2"))
    return session
  }

  @Test func `names the actions that prevent a replay, and replays as far as possible`() throws {
    struct Plain: Sendable { let number: Int }
    let store = StateStore<Int, Int>(0, named: "count", runner: runner) { $0 += $1 }
    let plain = store.map(actions: { (plain: Plain) in plain.number })
    let session = try session(of: store) {
      store.dispatch(1)
      plain.dispatch(Plain(number: 2))
      store.dispatch(3)
    }
    #expect(session.events.map(\.description) == ["count: 1", "count: Plain(number: 2)", "count: 3"])
    let replay = session.replay {
      StateStore<Int, Int>(0, named: "count") { $0 += $1 }
    } child: { root, _ in
      root.map(actions: { (plain: Plain) in plain.number })
    }
    guard case .partly(let event, let reasons) = replay.fit else { return #expect(Bool(false), "\(replay.fit)") }
    #expect(event == 1)
    #expect(reasons.first?.contains("not `Codable`") == true)
    #expect(replay.state == 1)
  }

  @Test func `determines in advance that a changed program cannot decode any action`() throws {
    let (session, _) = try shelf(actions)
    let fit = session.fit { StateStore<Shelf, Int>(Shelf(), named: "shelf") { _, _ in } }
    guard case .impossible = fit else { return #expect(Bool(false), "\(fit)") }
  }

  @Test func `begins with a state that is not Codable if the program begins with the same state`() throws {
    struct Plain: Sendable { var count = 0 }
    let make = { StateStore<Plain, Int>(Plain(), named: "plain", runner: ManualRunner()) { $0.count += $1 } }
    let store = StateStore<Plain, Int>(Plain(), named: "plain", runner: runner) { $0.count += $1 }
    let session = try session(of: store) { for action in 1...3 { store.dispatch(action) } }
    #expect(session.replay(make).state.count == 6)
    #expect(session.replay(make).fit == .fully)
    let other = session.fit { StateStore<Plain, Int>(Plain(count: 1), named: "plain") { $0.count += $1 } }
    guard case .impossible = other else { return #expect(Bool(false), "\(other)") }
  }
}

extension `A session that is replayed` {
  @Test func `continues from past states where the program did`() async throws {
    let store = Shelf.store(runner: QueueRunner())
    let recording = store.record()
    await store.settled()
    for title in ["a", "b", "c"] { await store.send(.put(title, pages: 1)) }
    recording.jump(to: 1)
    await recording.travelCompleted()
    recording.resume(.here)
    await recording.travelCompleted()
    await store.send(.tag("later"))
    #expect(store.state.books.map(\.title) == ["a"])
    let folder = try SessionFolder()
    try recording.write(to: folder.file)
    let session = try RecordedSession(contentsOf: folder.file)
    let replay = session.replay { Shelf.store() }
    #expect(replay.fit == .fully)
    #expect(replay.divergence == nil)
    #expect(replay.state == store.state)
  }
}
