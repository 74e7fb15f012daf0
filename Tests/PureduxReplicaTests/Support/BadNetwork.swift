import PureduxTesting

@testable import PureduxReplica

/// A connection to a log that delays, loses requests or answers, and sends twice.
final class BadNetwork: Sendable {
  struct Lost: Error {}

  private let log: ReplicaLog
  private let random: Guarded<SeededGenerator>
  private let loss: Int
  private let isCut = Guarded(false)

  init(_ log: ReplicaLog, seed: UInt64, loss: Int) {
    (self.log, random, self.loss) = (log, Guarded(SeededGenerator(seed: seed)), loss)
  }

  func cut(_ isCut: Bool) { self.isCut.withLock { $0 = isCut } }

  var connected: ReplicaLog {
    ReplicaLog {
      try await self.cross()
      return try await self.log.newClient()
    } append: { entries in
      try await self.cross()
      try await self.log.append(entries)
      if self.random.withLock({ Int.random(in: 0..<4, using: &$0) == 0 }) { try await self.log.append(entries) }
      // The answer may be lost although the entries were appended.
      try await self.cross()
    } read: { position in
      try await self.cross()
      let batch = try await self.log.read(position)
      try await self.cross()
      return batch
    } changes: {
      self.log.changes()
    } compact: { snapshot in
      try await self.cross()
      try await self.log.compact(snapshot)
    }
  }

  private func cross() async throws {
    let (wait, isLost) = random.withLock {
      (Int.random(in: 0..<200, using: &$0), Int.random(in: 0..<100, using: &$0) < loss)
    }
    try await StoreContext.current.clock.sleep(.milliseconds(wait))
    if isLost || isCut.withLock({ $0 }) { throw Lost() }
  }
}
