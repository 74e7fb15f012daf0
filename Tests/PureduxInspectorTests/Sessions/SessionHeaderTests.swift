import Foundation
import PureduxCore
import Testing

@testable import PureduxInspector

@Suite struct `The header of a session file` {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// A state that draws an identity when the store is created, so that no recorded turn contains it.
  private struct Ticket: Codable, Sendable, Equatable {
    var id = Identity()
    var count = 0
  }

  private static func makeStore() -> StateStore<Ticket, Int> {
    StateStore(Ticket(), named: "ticket", runner: ManualRunner()) { $0.count += $1 }
  }

  private func record(_ store: StateStore<Ticket, Int>) throws -> RecordedSession {
    let recording = store.record()
    store.dispatch(1)
    try recording.write(to: folder.file)
    return try RecordedSession(contentsOf: folder.file)
  }

  @Test func `contains the version of the library and the seed of the program`() throws {
    let store = StoreContext.with({ $0.identities = IdentitySource(seed: .max - 6) }, operation: Self.makeStore)
    let session = try record(store)
    #expect(session.libraryVersion == SessionHeader.library)
    #expect(session.seed == UInt64.max - 6)
    // If there is an action, its state is taken from the file. Here, it is created again with the same seed.
    #expect(session.replay(Self.makeStore).state.id == store.state.id)
  }

  @Test func `names the newest version of the changelog`() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let changelog = try String(contentsOf: package.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let heading = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
    // The date follows the version.
    #expect(heading.split(separator: " ").dropFirst().first.map(String.init) == SessionHeader.library)
  }

  @Test func `has no seed if the program did not set one`() throws {
    #expect(try record(Self.makeStore()).seed == nil)
  }

  @Test func `may lack both, as in older files`() throws {
    var lines = SessionLines()
    lines.add("session", ["format": "puredux session", "version": 1, "program": "Old", "first": 1, "limit": 10])
    try Data(lines.bytes).write(to: folder.file)
    let session = try RecordedSession(contentsOf: folder.file)
    #expect(session.program == "Old")
    #expect(session.libraryVersion == nil)
    #expect(session.seed == nil)
  }
}
