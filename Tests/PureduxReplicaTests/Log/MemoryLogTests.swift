import Foundation
import Testing

@testable import PureduxReplica

@Suite struct MemoryLogTests {
  private let log = ReplicaLog.memory(mostEntries: 3)

  private func entry(_ client: UInt64, _ number: UInt64) -> ReplicaEntry {
    ReplicaEntry(
      id: .init(client: client, number: number), version: 1, inputs: .init(seed: 1, time: 1), content: .action(Data()))
  }

  private func snapshot(_ position: UInt64) -> ReplicaSnapshot {
    ReplicaSnapshot(position: position, version: 1, numbers: [:], document: Data())
  }

  @Test func `positions have no gaps, and each client's entries are there once, in their order`() async throws {
    try await log.compact(snapshot(0))
    try await log.append([entry(1, 1), entry(1, 2)])
    try await log.append([entry(1, 1), entry(1, 2), entry(1, 3)])
    try await log.append([entry(1, 5)])
    try await log.append([entry(2, 1)])
    let ids = try await log.read(0)?.entries.map(\.id)
    #expect(ids == [entry(1, 1), entry(1, 2), entry(1, 3), entry(2, 1)].map(\.id))
    #expect(try await log.read(3)?.entries.map(\.id) == [entry(2, 1).id])
  }

  @Test func `the first snapshot begins the log, and a later one replaces entries`() async throws {
    #expect(try await log.read(nil)?.wantsSnapshot == true)
    try await log.compact(snapshot(0))
    #expect(try await log.read(nil)?.snapshot?.position == 0)
    try await log.append((1...6).map { entry(1, $0) })
    #expect(try await log.read(0)?.wantsSnapshot == true)
    #expect(try await log.read(0)?.wantsSnapshot == false, "one reader is asked at a time")
    try await log.compact(snapshot(4))
    try await log.compact(snapshot(2))
    let batch = try await log.read(1)
    #expect(batch?.snapshot?.position == 4 && batch?.position == 4 && batch?.entries.count == 2)
    #expect(try await log.read(4)?.snapshot == nil)
    #expect(try await log.read(6) == nil)
  }

  @Test func `an authority is asked once for each new entry, in the order of the log`() async throws {
    let asked = Guarded<[UInt64]>([])
    let log = ReplicaLog.memory { entry in
      asked.withLock { $0.append(entry.number) }
      return true
    }
    try await log.append([entry(1, 1), entry(1, 2)])
    try await log.append([entry(1, 2), entry(1, 3), entry(1, 5)])
    #expect(asked.withLock { $0 } == [1, 2, 3])
  }

  @Test func `no client number is given twice`() async throws {
    var numbers: Set<UInt64> = []
    for _ in 0..<100 { numbers.insert(try await log.newClient()) }
    #expect(numbers.count == 100)
  }

  @Test func `a stream of changes yields after an append, and ends its listening with the stream`() async throws {
    var changes = log.changes().makeAsyncIterator()
    try await log.append([entry(1, 1)])
    #expect(await changes.next() != nil)
  }
}
