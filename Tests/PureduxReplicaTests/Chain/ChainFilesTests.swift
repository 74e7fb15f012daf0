import Foundation
import PureduxTesting
import Testing

@testable import PureduxReplica

/// Chained logs of files, in real time.
@Suite struct ChainFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID().uuidString)")

  /// A log that no call reaches.
  private let unreachable = ReplicaLog(
    newClient: { throw BadNetwork.Lost() }, append: { _ in throw BadNetwork.Lost() },
    read: { _ in throw BadNetwork.Lost() }, changes: { AsyncStream { _ in } }, compact: { _ in throw BadNetwork.Lost() }
  )

  @Test func `actions of an application and a helper survive their processes, and reach the server once`() async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = ReplicaLog.memory()
    do {
      let app = ListStore(.files(folder).chained(to: unreachable))
      let helper = ListStore(.files(folder, helper: "widget").chained(to: nil))
      for number in 0..<50 {
        app.dispatch(.add("app \(number)"))
        helper.dispatch(.add("widget \(number)"))
      }
      try await app.accepted()
      try await helper.accepted()
    }
    let app = ListStore(.files(folder).chained(to: server))
    let helper = ListStore(.files(folder, helper: "widget").chained(to: nil))
    await app.wait { $0.position >= 100 && $0.isConfirmed }
    await helper.wait { $0.position >= 100 && $0.isConfirmed }
    for name in ["app", "widget"] {
      let expected: [String] = (0..<50).map { "\(name) \($0)" }
      let texts = app.texts.filter { $0.hasPrefix(name) }
      #expect(texts == expected)
    }
    #expect(app.texts.count == 100)
    #expect(helper.texts == app.texts)
  }

  @Test func `a machine's log that is compacted while its server is away loses nothing, and stays short`() async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = String(repeating: "a", count: 300)
    do {
      let app = ListStore(.files(folder).chained(to: unreachable))
      for _ in 0..<10 {
        for _ in 0..<100 { app.dispatch(.title(text)) }
        try await app.accepted()
      }
    }
    let app = ListStore(.files(folder).chained(to: unreachable))
    await app.wait { $0.pending.count == 1_000 }
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    var size = 0
    for file in files { size += try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
    // The entries that wait are some 400 bytes each: a snapshot of them, and as much again.
    let limit = 2 * 450_000 + 65_536
    #expect(size < limit)
  }
}
