import PureduxTesting
import Testing

@testable import PureduxReplica

@Suite struct WaitingTests {
  private let log = ReplicaLog.memory()

  @Test func `accepted and confirmed return when the log has the actions that were dispatched before`() async throws {
    let store = ListStore(log)
    for index in 0..<300 { store.dispatch(.add("\(index)")) }
    try await store.accepted()
    var entries: [ReplicaEntry] = []
    while let batch = try await log.read(UInt64(entries.count)) { entries += batch.entries }
    #expect(entries.count == 300)
    try await store.confirmed()
    #expect(store.state.isConfirmed && store.state.position == 300)
  }

  @Test func `waiting returns at once if nothing was dispatched, or if the action was rejected`() async throws {
    let store = ListStore(log)
    try await store.accepted()
    store.dispatch(.remove(Identity()))
    try await store.confirmed()
    #expect(store.state.rejection?.action != nil)
  }

  @Test func `confirmed throws the problem of a replica that has stopped, while its actions are still accepted`()
    async throws
  {
    let (old, new) = (ListStore(log), ListStore(log, version: 2))
    try await old.confirmed()
    new.dispatch(.add("new"))
    try await new.confirmed()
    old.dispatch(.add("old"))
    try await old.accepted()
    await #expect(throws: ReplicaProblem.laterVersion(2)) { try await old.confirmed() }
    new.dispatch(.add("newer"))
    try await new.confirmed()
    #expect(new.texts == ["new", "old", "newer"])
  }

  @Test func `waiting ends when its task is cancelled`() async throws {
    let offline = ReplicaLog {
      throw CancellationError()
    } append: { _ in
      throw CancellationError()
    } read: { _ in
      throw CancellationError()
    } changes: {
      AsyncStream { $0.finish() }
    } compact: { _ in
    }
    let store = ListStore(offline)
    store.dispatch(.add("a"))
    let task = Task { try await store.confirmed() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(store.texts == ["a"])
  }
}
