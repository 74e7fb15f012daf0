import Foundation
import PureduxPersistence
import PureduxTesting
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

extension Recorder<PersistenceError> {
  /// Of those told since the last time.
  func kinds() -> [PersistenceError.Kind] { removeAll().map(\.kind) }
}
