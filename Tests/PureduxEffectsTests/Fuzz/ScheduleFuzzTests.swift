import Foundation
import Testing
import ThreadProbes

/// Random interleavings of start, cancel, restart, retry, release and late results, each decided by its seed.
struct ScheduleFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isLong = environment["PUREDUX_LONG"] == "1"
  /// Few seeds, and new ones each time, when the whole suite is repeated.
  private static let isRepeated = environment["PUREDUX_REPEATING"] == "1"
  private static let seedCount: UInt64 = isRepeated ? 400 : isLong ? 10_000 : ThreadTime.isMultiplied ? 1_000 : 2_000
  private static let firstSeed: UInt64 = isRepeated ? .random(in: 0...UInt64(UInt32.max)) : 0

  @Test(arguments: 0..<8)
  func `no interleaving leaves a task running or lets a late result land, and each is reproducible`(part: UInt64) {
    for number in (part * Self.seedCount / 8)..<((part + 1) * Self.seedCount / 8) {
      let seed = Self.firstSeed + number
      let first = Interleaving(seed: seed).run()
      let second = Interleaving(seed: seed).run()
      guard first.faults.isEmpty, first.trace == second.trace else {
        Issue.record("seed \(seed): \(first.faults)\n\(first.trace.joined(separator: "\n"))")
        return #expect(first.trace == second.trace)
      }
    }
  }

  @Test(arguments: FaultyClock.Fault.allCases)
  func `no clock fault leaves a task running or lets a late result land`(fault: FaultyClock.Fault) {
    for number in 0..<(Self.seedCount / 8) {
      let seed = Self.firstSeed + number
      let (trace, faults) = Interleaving(seed: seed, clockFault: fault).run()
      guard faults.isEmpty else {
        Issue.record("seed \(seed): \(faults)\n\(trace.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test func `the interleavings start, cancel, restart, retry, time out, finish and release in every order`() {
    let traces = (0..<200).map { Interleaving(seed: $0).run().trace }
    func count(_ prefix: String) -> Int { traces.joined().count { $0.hasPrefix(prefix) } }
    #expect(count("begin") > 250)
    #expect(count("told") > 150)
    #expect(count("result") > 80)
    #expect(count("last word") > 5)
    for change in Interleaving.Change.allCases { #expect(count("\(change) ") > 100) }
    let releases = traces.compactMap { $0.firstIndex(of: "release").map($0.suffix(from:)) }
    #expect(releases.count == 200)
    // Work that was in progress when the store was released, and continued after its cancellation.
    #expect(releases.count { $0.contains { $0.hasPrefix("told") } } > 100)
    #expect(releases.count { $0.contains { $0.hasPrefix("end") } } > 100)
    #expect(Set(traces).count == 200)
  }
}
