import Foundation
import PureduxTesting
import Testing

@testable import PureduxReplica

/// Random schedules of replicas and of chained logs, compared with a plain reduction of the log.
@Suite struct ReplicaModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isLong = environment["PUREDUX_LONG"] == "1"
  private static let firstSeed = environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max >> 1))
  private static let mostSchedulesOfFlaw: UInt64 = 2_000

  /// A test without a seed runs other schedules each time.
  private func run(_ count: UInt64, _ schedule: (UInt64) throws -> ReplicaModel.Totals) {
    var totals = ReplicaModel.Totals()
    for seed in Self.firstSeed..<Self.firstSeed + count {
      do { totals += try schedule(seed) } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
    print("\(count) schedules: \(totals)")
    #expect(totals.rebases > 0 && totals.restarts > 0 && totals.snapshots > 0 && totals.marks > 0)
  }

  @Test func `all laws hold over random schedules of the network, of restarts and of compactions`() {
    run(Self.isLong ? 20_000 : 150) { seed in
      var model = try ReplicaModel(seed: seed)
      try model.run()
      return model.totals
    }
  }

  @Test func `all laws hold with two levels, over random schedules of the network and of restarts`() {
    run(Self.isLong ? 20_000 : 150) { seed in
      var model = try ChainModel(seed: seed)
      try model.run()
      return model.totals
    }
  }

  @Test(arguments: ReplicaFlaw.ofReplicas) func `the model finds each flaw of a replica`(_ flaw: ReplicaFlaw) {
    #expect(
      isFound { seed in
        var model = try ReplicaModel(seed: seed, flaw)
        try model.run()
      })
  }

  @Test(arguments: ReplicaFlaw.allCases)
  func `the model with two levels finds each flaw of a replica and of a chain`(_ flaw: ReplicaFlaw) {
    #expect(
      isFound { seed in
        var model = try ChainModel(seed: seed, flaw)
        try model.run()
      })
  }

  private func isFound(_ schedule: (UInt64) throws -> Void) -> Bool {
    (Self.firstSeed..<Self.firstSeed + Self.mostSchedulesOfFlaw).contains { seed in
      do { try schedule(seed) } catch {
        if Self.isLong { print("found after \(seed - Self.firstSeed) schedules: \(error)") }
        return true
      }
      return false
    }
  }
}

extension ReplicaModel.Totals {
  fileprivate static func += (one: inout Self, other: Self) {
    one.entries += other.entries
    one.rejected += other.rejected
    one.rebases += other.rebases
    one.restarts += other.restarts
    one.snapshots += other.snapshots
    one.lost += other.lost
    one.marks += other.marks
  }
}
