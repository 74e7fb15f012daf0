import Foundation
import Testing

/// Random interleavings of start, cancel, restart, retry, release and late results, each decided by its seed.
struct ScheduleFuzzTests {
  private static var isLong: Bool { ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" }

  @Test(arguments: 0..<8)
  func `no interleaving leaves a task running or lets a late result land, and each repeats itself`(part: UInt64) {
    let count: UInt64 = Self.isLong ? 10_000 : 2_000
    for seed in (part * count / 8)..<((part + 1) * count / 8) {
      let first = Interleaving(seed: seed).run()
      let second = Interleaving(seed: seed).run()
      guard first.faults.isEmpty, first.trace == second.trace else {
        Issue.record("seed \(seed): \(first.faults)\n\(first.trace.joined(separator: "\n"))")
        #expect(first.trace == second.trace)
        return
      }
    }
  }

  @Test func `the interleavings do cancel, restart, time out and finish work`() {
    let traces = (0..<200).flatMap { Interleaving(seed: $0).run().trace }
    #expect(traces.count { $0.hasPrefix("begin") } > 500)
    #expect(traces.count { $0.hasPrefix("told") } > 300)
    #expect(traces.count { $0.hasPrefix("result") } > 200)
  }
}
