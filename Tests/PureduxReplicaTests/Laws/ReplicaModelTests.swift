import Foundation
import PureduxTesting
import Testing

@testable import PureduxReplica

/// Random schedules of the replica's value, compared with a plain reduction of the log.
@Suite struct ReplicaModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let schedules: UInt64 = environment["PUREDUX_LONG"] == "1" ? 20_000 : 150

  @Test func `all laws hold over random schedules of the network, of restarts and of compactions`() {
    let first = Self.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max >> 1))
    var totals = ReplicaModel.Totals()
    for seed in first..<first + Self.schedules {
      do {
        var model = try ReplicaModel(seed: seed)
        try model.run()
        totals.entries += model.totals.entries
        totals.rebases += model.totals.rebases
        totals.restarts += model.totals.restarts
        totals.snapshots += model.totals.snapshots
        totals.marks += model.totals.marks
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
    print("\(Self.schedules) schedules: \(totals)")
    #expect(totals.rebases > 0 && totals.restarts > 0 && totals.snapshots > 0 && totals.marks > 0)
  }
}
