import Foundation
import PureduxTesting
import Testing

@testable import PureduxReplica

/// Whole stores of several machines, over machine logs that are chained to a server behind bad networks. Processes end
/// at any moment, and start again from the log of their machine.
@Suite struct ChainedStoresTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let schedules: UInt64 = environment["PUREDUX_LONG"] == "1" ? 10_000 : 25

  /// A process of a machine: the application, which exchanges entries with the server, or a helper.
  private struct Process {
    let machine: ReplicaLog
    let network: BadNetwork?
    let hasParts: Bool
    var store: ListStore?

    mutating func start(_ context: TestContext) {
      store = context.run {
        ListStore(machine.chained(to: network?.connected), parts: hasParts ? SharedList.parts : nil)
      }
    }
  }

  @Test func `whatever ends when, accepted actions are entered once, and all stores show the same`() async throws {
    let first = Self.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max >> 1))
    for seed in first..<first + Self.schedules {
      guard try await run(seed) else { return }
    }
  }

  private func run(_ seed: UInt64) async throws -> Bool {
    var random = SeededGenerator(seed: seed)
    let context = TestContext(schedule: .seeded(seed), identitySeed: seed, stepLimit: 2_000_000)
    // The whole history of a log that is never compacted can be compared.
    let keepsHistory = Bool.random(using: &random)
    let mostEntries = keepsHistory ? 1_000_000 : Int.random(in: 5..<35, using: &random)
    let server = ReplicaLog.memory(mostEntries: mostEntries) { $0.number % 13 != 0 }
    var processes: [Process] = []
    for number in 0..<UInt64(Int.random(in: 1...3, using: &random)) {
      let storage = ReplicaLog.memory(mostEntries: .random(in: 5..<35, using: &random))
      // The machine's log is never cut off, but its calls take time and fail, too.
      let machine = BadNetwork(storage, seed: seed &* 37 &+ number, loss: .random(in: 0..<10, using: &random))
      let network = BadNetwork(server, seed: seed &* 31 &+ number, loss: .random(in: 0..<40, using: &random))
      for index in 0..<Int.random(in: 1...2, using: &random) {
        processes.append(
          Process(
            machine: machine.connected, network: index == 0 ? network : nil,
            hasParts: Bool.random(using: &random)))
      }
    }
    for index in processes.indices { processes[index].start(context) }
    var accepted: Set<ReplicaInputs> = []
    for step in 0..<Int.random(in: 20..<60, using: &random) {
      let index = Int.random(in: processes.indices, using: &random)
      let id = processes[index].store?.state.items.randomElement(using: &random)?.id ?? Identity()
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4: processes[index].store?.dispatch(.addSome("\(step)"))
      case 4..<7: processes[index].store?.dispatch(.count(id))
      case 7: processes[index].store?.dispatch(.remove(id))
      case 8: processes[index].network?.cut(Bool.random(using: &random))
      case 9, 10:
        for pending in processes[index].store?.state.fold.pending ?? [] where pending.isAccepted {
          accepted.insert(pending.inputs)
        }
        processes[index].store = nil
        context.advance(by: .milliseconds(Int.random(in: 0..<100, using: &random)))
        processes[index].start(context)
      default: break
      }
      context.advance(by: .milliseconds(Int.random(in: 0..<300, using: &random)))
    }
    for process in processes { process.network?.cut(false) }
    context.advance(by: .seconds(900))
    let stores = processes.compactMap(\.store)
    let documents = try stores.map { try ReplicaJSON.data($0.state.document) }
    let isWhole = stores.allSatisfy {
      $0.state.isConfirmed && $0.state.problem == nil && $0.state.position == stores[0].state.position
    }
    if !isWhole || Set(documents).count != 1 || !context.misuse.values.isEmpty {
      Issue.record(
        "seed \(seed): \(stores.map { ($0.state.position, $0.state.pending.count, $0.state.problem) }) \(context.misuse.values)"
      )
    }
    if keepsHistory, let failure = try await failure(server, accepted) {
      Issue.record("seed \(seed): \(failure)")
      return false
    }
    return isWhole && Set(documents).count == 1
  }

  /// What is wrong with the history of the server's log.
  private func failure(_ server: ReplicaLog, _ accepted: Set<ReplicaInputs>) async throws -> String? {
    var entries = try await server.read(nil).map { $0.position == 0 ? $0.entries : [] } ?? []
    while let batch = try await server.read(UInt64(entries.count)), !batch.entries.isEmpty { entries += batch.entries }
    var (last, entered) = ([UInt64: UInt64](), Set<ReplicaInputs>())
    for entry in entries {
      if entry.number != (last[entry.client] ?? 0) + 1 { return "not in a client's order" }
      last[entry.client] = entry.number
      switch entry.content {
      case .action, .rejected: if !entered.insert(entry.inputs).inserted { return "entered twice" }
      case .mark, .digest: break
      }
    }
    return accepted.isSubset(of: entered) ? nil : "an accepted action is lost"
  }
}
