import PureduxTesting
import Testing

@testable import PureduxReplica

@Suite struct TrapGuardTests {
  /// A place that survives the processes of a test.
  private final class Place: Sendable {
    let mark = Guarded<TrapCounter.Mark?>(nil)

    var counter: TrapCounter {
      TrapCounter(load: { self.mark.withLock { $0 } }, store: { mark in self.mark.withLock { $0 = mark } })
    }
  }

  private let place = Place()

  /// A process that reduces the entries after a position, and ends at some of them. Returns the position that it has
  /// reached, and whether it has stopped by itself.
  private func runProcess(
    after position: UInt64, count: Int, version: UInt32 = 1, ending isEnd: (UInt64) -> Bool
  ) -> (position: UInt64, hasStopped: Bool) {
    var traps = TrapGuard(place.counter, version: version)
    let entries = (0..<count).map { number in
      DecodedEntry<Int>(
        id: .init(client: 1, number: UInt64(number) + 1), inputs: .init(seed: 0, time: 0), content: .action(number))
    }
    var rest = DecodedBatch<Int, Int>(position: position, entries)
    while !rest.entries.isEmpty {
      guard let part = traps.begin(&rest) else { return (rest.position, true) }
      for index in part.entries.indices where isEnd(part.position + UInt64(index)) {
        return (part.position + UInt64(index), false)
      }
      traps.finish(rest.position)
    }
    return (rest.position, false)
  }

  @Test func `an entry that has ended the process three times is not reduced again`() {
    for _ in 0..<3 { #expect(runProcess(after: 0, count: 100) { $0 == 42 } == (42, false)) }
    #expect(runProcess(after: 0, count: 100) { $0 == 42 } == (42, true))
    #expect(runProcess(after: 0, count: 100) { $0 == 42 } == (42, true))
  }

  @Test func `another version of the program tries the entry again`() {
    for _ in 0..<4 { _ = runProcess(after: 0, count: 100) { $0 == 42 } }
    #expect(runProcess(after: 0, count: 100, version: 2) { _ in false } == (100, false))
    #expect(place.mark.withLock { $0 } == nil)
  }

  @Test func `processes that are killed at different entries do not stop a replica`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1_000 {
      let end = UInt64.random(in: 0..<1_000, using: &random)
      #expect(!runProcess(after: 0, count: 1_000) { $0 == end }.hasStopped)
    }
    #expect(runProcess(after: 0, count: 1_000) { _ in false } == (1_000, false))
  }

  @Test func `a replica stops before an entry that ends the process, and says so`() {
    let context = TestContext()
    let log = ReplicaLog.memory()
    place.mark.withLock { $0 = TrapCounter.Mark(position: 1, end: 2, version: 1, count: 2) }
    let one = context.run { ListStore(log) }
    for text in ["a", "b", "c"] { one.dispatch(.add(text)) }
    context.advance(by: .seconds(10))
    let other = context.run { ListStore(log.counting(place.counter)) }
    other.dispatch(.add("d"))
    context.advance(by: .seconds(10))
    #expect(other.state.problem == .trapped(position: 1))
    #expect(other.texts == ["a", "d"])
    #expect(one.texts == ["a", "b", "c", "d"])
    #expect(context.misuse.values.count == 1)
  }
}
