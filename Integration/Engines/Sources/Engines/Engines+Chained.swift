import Foundation
import PureduxReplica

extension Engines {
  /// A machine that collects actions while its server is away, in files, and is started again twice: still without the
  /// server, and with it.
  ///
  /// - Parameter actionCount: The number of actions that wait for the server.
  static func chained(_ actionCount: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "chained-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let store = LedgerStore.replica(in: .files(folder).chained(to: .unreachable))
      for number in 1...actionCount { store.dispatch(LedgerAction(client: 0, number: number, change: 1)) }
      try await store.accepted()
    }
    let (start, processorStart) = (ContinuousClock.now, clock())
    do {
      let store = LedgerStore.replica(in: .files(folder).chained(to: .unreachable))
      await store.waits { $0.pending.count == actionCount }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let processorSeconds = Double(clock() - processorStart) / Double(CLOCKS_PER_SEC)
      guard store.state.stock == actionCount, store.state.mistakes == 0 else { fail("chained: actions are not shown") }
      let times = String(format: "%.3f s, %.3f s of the processor", seconds, processorSeconds)
      print("Chained: a process starts with \(actionCount) waiting actions in \(times)")
    }
    let server = ReplicaLog.memory()
    let store = LedgerStore.replica(in: .files(folder).chained(to: server))
    let other = LedgerStore.replica(in: server)
    await store.waits { $0.position >= actionCount && $0.isConfirmed }
    await other.waits { $0.document.last == [actionCount] }
    guard other.state.document == store.state.document, store.state.mistakes == 0 else {
      fail("chained: actions are lost or doubled")
    }
    print("Chained: the server has each of \(actionCount) actions once, in order")
  }
}

extension ReplicaLog {
  private struct Unreachable: Error {}

  /// A log that no call reaches.
  fileprivate static let unreachable = ReplicaLog(
    newClient: { throw Unreachable() }, append: { _ in throw Unreachable() }, read: { _ in throw Unreachable() },
    changes: { AsyncStream { _ in } }, compact: { _ in throw Unreachable() })
}
