import Foundation
import PureduxPersistence
import Testing

/// A folder that goes with the test that made it.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("puredux-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  var state: URL { url.appendingPathComponent("state.json") }

  /// The names of the files in it, without the lock.
  var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasSuffix(".lock") }.sorted()
  }

  func text(_ name: String = "state.json") -> String? {
    try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }
}

/// Keeps the problems that archives tell.
final class Problems: Sendable {
  private let all = Guarded<[PersistenceError]>([])

  func callAsFunction(_ problem: PersistenceError) { all.withLock { $0.append(problem) } }

  /// Those told since the last time.
  func take() -> [PersistenceError] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }

  func kinds() -> [PersistenceError.Kind] { take().map(\.kind) }
}
