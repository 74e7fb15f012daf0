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
  }

  private static func makeStore() -> StateStore<Account, AccountAction> {
    StateStore<Account, AccountAction>(Account(), named: "account") { account, action in
      switch action {
      case .signIn(let name, let password): (account.name, account.password) = (name, password)
      case .note(let text): account.notes.append(text)
      }
    }
  }

  private typealias Attached = (name: String, bytes: [UInt8])

  /// The failures and the files of a story, in their order.
  private func failing(_ story: () -> Void) -> (failures: [String], files: [Attached]) {
    let (failures, files) = (Recorder<String>(), Recorder<Attached>())
    let reporter = FailureReporter(attach: { bytes, name, _ in files.record((name, bytes)) }) { text, _ in
      failures.record(text)
    }
    StoreContext.with({ $0.failureReporter = reporter }, operation: story)
    return (failures.values, files.values)
  }

  /// Reads a file as the command does.
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
        store.record().evidence { value in
          switch value {
          case AccountAction.signIn(let name, _): AccountAction.signIn(name, password: "")
          case var account as Account:
            {
              account.password = ""
              return account
            }()
          default: value
          }
        }
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

  @Test func `a session that is too long is left out, which a text says`() {
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
