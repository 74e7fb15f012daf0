package import Foundation

/// A folder that is removed together with the test that created it.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appendingPathComponent("puredux-\(UUID().uuidString)")

  package init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var state: URL { url.appendingPathComponent("state.json") }

  /// The names of the files in the folder, without the lock.
  package var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasSuffix(".lock") }.sorted()
  }

  package func text(_ name: String = "state.json") -> String? {
    try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }
}
