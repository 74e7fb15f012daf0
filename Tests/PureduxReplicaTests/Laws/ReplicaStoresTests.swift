import Foundation
import PureduxTesting
import Testing

@testable import PureduxReplica

/// Whole stores and their links over bad networks, in virtual time.
@Suite struct ReplicaStoresTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let schedules: UInt64 = environment["PUREDUX_LONG"] == "1" ? 10_000 : 25

  @Test func `all stores show the same document after any schedule of a bad network`() throws {
    let first = Self.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max >> 1))
    for seed in first..<first + Self.schedules {
      guard try run(seed) else { return }
    }
  }

  private func run(_ seed: UInt64) throws -> Bool {
    var random = SeededGenerator(seed: seed)
    let context = TestContext(schedule: .seeded(seed), identitySeed: seed, stepLimit: 1_000_000)
    let log = ReplicaLog.memory(mostEntries: .random(in: 5..<35, using: &random)) { $0.number % 13 != 0 }
    let networks = (0..<Int.random(in: 2...4, using: &random)).map {
      BadNetwork(log, seed: seed &* 31 &+ UInt64($0), loss: .random(in: 0..<40, using: &random))
    }
    let stores = context.run {
      networks.map { ListStore($0.connected, parts: Bool.random(using: &random) ? SharedList.parts : nil) }
    }
    for step in 0..<Int.random(in: 20..<50, using: &random) {
      let index = Int.random(in: stores.indices, using: &random)
      let id = stores[index].state.items.randomElement(using: &random)?.id ?? Identity()
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: stores[index].dispatch(.addSome("\(step)"))
      case 4..<7: stores[index].dispatch(.count(id))
      case 7: stores[index].dispatch(.remove(id))
      case 8: networks[index].cut(Bool.random(using: &random))
      default: break
      }
      context.advance(by: .milliseconds(Int.random(in: 0..<300, using: &random)))
    }
    for network in networks { network.cut(false) }
    context.advance(by: .seconds(600))
    let states = stores.map(\.state)
    let documents = try states.map { try ReplicaJSON.data($0.document) }
    let isWhole = states.allSatisfy { $0.isConfirmed && $0.problem == nil && $0.position == states[0].position }
    if !isWhole || Set(documents).count != 1 || !context.misuse.values.isEmpty {
      Issue.record("seed \(seed): \(states.map { ($0.position, $0.pending.count) }) \(context.misuse.values)")
    }
    return isWhole && Set(documents).count == 1
  }
}
