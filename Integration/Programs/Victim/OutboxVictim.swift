import Foundation
import PureduxPersistence
import PureduxQuery

/// Stores changes in a saved outbox, and sends them, until all are confirmed or a test kills the process.
///
/// Arguments: the file of the state; the file that represents the server, to which each arriving request is appended as
/// a line with its identity, lane and number; and the number of changes to make if no state was saved.
///
/// Prints `saved` when the changes are in the file, and `done` when none is left.
enum OutboxVictim {
  private struct Change: PendingChange, Codable {
    let lane: Int
    let number: Int

    var keys: [Int] { [lane] }
    func apply(to numbers: inout [Int], of key: Int) { if !numbers.contains(number) { numbers.append(number) } }
  }

  private struct Offline: Error {}

  private struct Shop: Codable, Sendable {
    var lists = EditableQueryState<Change>(
      QueryPolicy(keepUnused: nil), sending: RetryPolicy(maxAttempts: .max, base: 0.001, cap: 0.002))
  }

  static func run(_ arguments: [String]) async {
    guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else { exit(64) }
    let server = open(arguments[1], O_WRONLY | O_APPEND | O_CREAT, 0o600)
    guard server >= 0 else { exit(73) }
    let store = StateStore<Shop, EditableQueryAction<Change>>(Shop()) { $0.lists.reduce($1) }
    let persistence = store.persist(
      in: Archive(FileStorage(URL(fileURLWithPath: arguments[0]))), pace: SavingPace(debounce: .zero))
    let lists = store.queries({ $0.lists }, action: { $0 }) { _ in
      []
    } send: { change, id in
      let clock = StoreContext.current.clock
      try await clock.sleep(.microseconds(.random(in: 0...10_000)))
      if Int.random(in: 0..<5) == 0 { throw Offline() }
      // A single call, so that a request arrives completely or not at all.
      let line = Array("\(id.text) \(change.lane) \(change.number)\n".utf8)
      guard write(server, line, line.count) == line.count else { exit(74) }
      // The response may be lost on its way back.
      try await clock.sleep(.microseconds(.random(in: 0...10_000)))
      if Int.random(in: 0..<5) == 0 { throw Offline() }
      return [:]
    }
    if !FileManager.default.fileExists(atPath: arguments[0]) {
      for number in 0..<count { lists.dispatch(.add(Change(lane: number % 5, number: number))) }
    }
    guard await persistence.flush() else { exit(74) }
    say("saved")
    let (counts, source) = AsyncStream<Int>.makeStream()
    let watching = store.subscribe { source.yield($0.lists.pending.count) }
    for await left in counts where left == 0 { break }
    watching.cancel()
    guard await persistence.flush() else { exit(74) }
    say("done")
    withExtendedLifetime((store, lists)) { exit(0) }
  }
}
