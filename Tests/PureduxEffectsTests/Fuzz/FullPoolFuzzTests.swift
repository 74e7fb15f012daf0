import Foundation
import Testing
import ThreadProbes

/// Random interleavings on the threads of the cooperative pool, which is repeatedly full, in a separate process.
struct FullPoolFuzzTests {
  /// The results of the process, which has no other output.
  private static func report(ofChildOf parent: Int32) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("puredux-full-pool-\(parent).txt")
  }

  @Test func `a pool that is full at random times leaves no work running and lets no late result land`() async throws {
    await #expect(processExitsWith: .success) { try await Self.attack() }
    let report = Self.report(ofChildOf: getpid())
    print((try? String(contentsOf: report, encoding: .utf8)) ?? "no report")
    try? FileManager.default.removeItem(at: report)
  }

  private static func attack() async throws {
    let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
    let (pool, seedCount) = (HeldPool(atMost: isLong ? 3_600 : 600), isLong ? 20_000 : 500)
    let first = UInt64.random(in: 0...UInt64(UInt32.max))
    var counts = ["begin": 0, "told": 0, "result": 0, "last word": 0, "end": 0]
    for seed in first..<(first + UInt64(seedCount)) {
      let (trace, faults) = await Interleaving(seed: seed, pool: pool).runInPool(pool)
      for kind in counts.keys { counts[kind, default: 0] += trace.count { $0.hasPrefix(kind) } }
      guard !faults.isEmpty else { continue }
      try say("seed \(seed): \(faults)\n\(trace.joined(separator: "\n"))")
      exit(1)
    }
    try say("a full pool, seeds \(first) and on: \(seedCount) runs, \(counts)")
    if counts.values.contains(where: { $0 < seedCount / 50 }) { exit(1) }
  }

  private static func say(_ text: String) throws {
    try Data(text.utf8).write(to: report(ofChildOf: getppid()), options: .atomic)
  }
}
