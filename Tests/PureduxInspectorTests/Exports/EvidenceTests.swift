import Foundation
import PureduxCore
import PureduxInspector
import PureduxTesting
import Testing

@Suite struct EvidenceTests {
  private struct Account: Codable, Sendable, Equatable {
    var name = ""
    var password = ""
    var notes: [String] = []
  }

  private enum AccountAction: Codable, Sendable {
    case signIn(String, password: String)
    case note(String)
    case rewrite(String)
  }

  private static func makeStore() -> StateStore<Account, AccountAction> { makeStore(QueueRunner()) }

  private static func makeStore(_ runner: some StoreRunner) -> StateStore<Account, AccountAction> {
    StateStore<Account, AccountAction>(Account(), named: "account", runner: runner) { account, action in
      switch action {
      case .signIn(let name, let password): (account.name, account.password) = (name, password)
      case .note(let text): account.notes.append(text)
      case .rewrite(let text): account.notes = [text]
      }
    }
  }

  /// Removes the passwords from the written values.
  @Sendable private static func withoutPasswords(_ value: Any) -> Any {
    switch value {
    case AccountAction.signIn(let name, _): return AccountAction.signIn(name, password: "")
    case var account as Account:
      account.password = ""
      return account
    default: return value
    }
  }

  private typealias Attached = (name: String, bytes: [UInt8])

  /// The failures and the files of a story, in order.
  private func failing(_ story: () -> Void) -> (failures: [String], files: [Attached]) {
    let (failures, files) = (Recorder<String>(), Recorder<Attached>())
    let reporter = FailureReporter(attach: { bytes, name, _ in files.record((name, bytes)) }) { text, _ in
      failures.record(text)
    }
    StoreContext.with({ $0.failureReporter = reporter }, operation: story)
    return (failures.values, files.values)
  }

  /// Reads a file like the command does.
  private func session(_ bytes: [UInt8]) throws -> RecordedSession {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("evidence-\(UUID()).session")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    return try RecordedSession(contentsOf: file)
  }

  @Test func `a story that fails attaches its session and its source once, and one that passes attaches nothing`()
    throws
  {
    let passed = failing {
      let story = TestStore(Self.makeStore).attaching { $0.record().evidence() }
      story.send(.note("a")) { $0.notes = ["a"] }
      story.finish()
    }
    #expect(passed.failures.isEmpty && passed.files.isEmpty)

    let failed = failing {
      let story = TestStore(Self.makeStore).attaching { $0.record().evidence() }
      story.send(.note("a")) { $0.notes = ["a"] }
      story.send(.note("b")) { $0.notes = ["b"] }
      story.send(.note("c")) { $0.notes = ["c"] }
      story.finish()
    }
    #expect(failed.failures.count == 2)
    #expect(failed.files.map(\.name) == ["recording.session", "story.swift"])
    let read = try session(failed.files[0].bytes)
    #expect(read.events.filter { $0.kind == .action }.count == 2)
    #expect(String(decoding: failed.files[1].bytes, as: UTF8.self).contains("note"))
  }

  @Test func `a redacted session has none of the secrets, stays below its limit, and replays`() throws {
    let failed = failing {
      let story = TestStore(Self.makeStore).attaching { store in
        store.record().evidence(redacted: Self.withoutPasswords)
      }
      story.send(.signIn("ada", password: "hunter2-is-secret")) {
        $0.name = "ada"
        $0.password = "hunter2-is-secret"
      }
      for number in 0..<500 { story.send(.note("note \(number)")) { $0.notes.append("note \(number)") } }
      story.send(.note("wrong"))
    }
    let bytes = try #require(failed.files.first { $0.name == "recording.session" }?.bytes)
    #expect(bytes.count <= 1 << 20)
    for file in failed.files { #expect(!String(decoding: file.bytes, as: UTF8.self).contains("hunter2-is-secret")) }
    let replayed = try session(bytes).replay { Self.makeStore() }
    #expect(replayed.state.notes.count == 501 && replayed.state.password.isEmpty)
  }

  @Test
  func `a session that is longer than a megabyte keeps its latest events, and still opens, prints, traces and replays`()
    throws
  {
    let failed = failing {
      let story = TestStore { Self.makeStore() }.attaching { store in
        store.record().evidence(redacted: Self.withoutPasswords)
      }
      story.send(.signIn("ada", password: "hunter2-is-secret")) {
        $0.name = "ada"
        $0.password = "hunter2-is-secret"
      }
      for number in 0..<1000 {
        let text = String(repeating: "\(number) ", count: 400)
        story.send(.rewrite(text)) { $0.notes = [text] }
      }
      story.send(.note("wrong"))
    }
    let bytes = try #require(failed.files.first { $0.name == "recording.session" }?.bytes)
    #expect(bytes.count <= 1 << 20 && bytes.count > 1 << 19)
    for file in failed.files { #expect(!String(decoding: file.bytes, as: UTF8.self).contains("hunter2-is-secret")) }
    let note = try #require(failed.files.first { $0.name == "session-trimmed.txt" }?.bytes)
    let read = try session(bytes)
    let first = try #require(read.events.first?.number)
    #expect(first > 100)
    #expect(String(decoding: note, as: UTF8.self).contains("from event \(first) on"))
    #expect(read.events.last.map { "\($0)".contains("wrong") } == true)
    #expect(String(decoding: read.htmlReport(), as: UTF8.self).contains("wrong"))
    #expect(String(decoding: read.chromeTrace(), as: UTF8.self).contains("wrong"))
    let replay = read.replay { Self.makeStore() }
    #expect(replay.divergence == nil)
    #expect(replay.state.name == "ada" && replay.state.notes.count == 2 && replay.state.password.isEmpty)
  }

  @Test func `a trimmed session begins with the states and the hierarchy of all stores`() throws {
    let runner = ManualRunner()
    func screen(below root: StateStore<Account, AccountAction>) -> StateStore<(Account, Int), AccountAction> {
      root.with(0, named: "screen") { (count: inout Int, _: AccountAction) in count += 1 }
    }
    let root = Self.makeStore(runner)
    let recording = root.record()
    runner.runUntilIdle()
    let child = screen(below: root)
    root.dispatch(.signIn("ada", password: "x"))
    for number in 0..<1500 { child.dispatch(.rewrite("\(number)")) }
    runner.runUntilIdle()
    let files = try recording.evidence(atMost: 30_000)()
    let bytes = try #require(files["recording.session"])
    #expect(bytes.count <= 30_000)
    let read = try session(bytes)
    let store = try #require(read.stores.first { $0.name == "screen" })
    #expect(store.parent == 1)
    let replay = read.replay {
      Self.makeStore(ManualRunner())
    } child: { root, _ in
      screen(below: root)
    }
    #expect(replay.isFaithful && replay.state == root.state)
    withExtendedLifetime(child) {}
  }

  @Test func `a session whose state alone is too long is replaced by an explanation`() {
    let failed = failing {
      let story = TestStore(Self.makeStore).attaching { $0.record().evidence(atMost: 100) }
      story.send(.note("wrong"))
    }
    #expect(failed.files.map(\.name) == ["session-left-out.txt"])
  }

  @Test func `a store that is attached is released with its story`() {
    let probe = ReleaseProbe("the reducer")
    do {
      let token = probe.token()
      let story = TestStore {
        StateStore<Int, Int>(0) { state, action in
          state += action
          withExtendedLifetime(token) {}
        }
      }
      .attaching { $0.record().evidence() }
      story.send(2) { $0 = 2 }
      story.finish()
    }
    probe.expectReleased()
  }
}
