#if canImport(PostgresLog)
  import Foundation
  import PostgresLog
  import PureduxReplica
  import Synchronization

  extension Engines {
    /// The log in a database, whose connections are ended, and whose server is restarted.
    ///
    /// - Parameters:
    ///   - address: A connection string.
    ///   - restart: A command that restarts the server; it receives `fast` or `immediate`.
    ///   - actionCount: The number of actions of each client.
    static func postgres(_ address: String, restart: String, _ actionCount: Int) async throws {
      let calm = LedgerRun(
        logs: (0..<clientCount).map { _ in .postgres(address, name: "calm") }, actionCount: actionCount, window: 200)
      report("PostgreSQL", try await calm.run { _ in await pause() }, "undisturbed")

      let counts = Mutex((ended: 0, restarts: 0, next: UInt64(actionCount)))
      let administration = PostgresAdministration(address)
      let run = LedgerRun(
        logs: (0..<clientCount).map { _ in .postgres(address, name: "disturbed") }, actionCount: actionCount,
        window: 50)
      let result = try await run.run { position in
        try await Task.sleep(for: .milliseconds(60))
        let ended = (try? administration.endConnections()) ?? 0
        counts.withLock { $0.ended += ended }
        guard counts.withLock({ position >= $0.next && $0.restarts < 3 }) else { return }
        let mode = counts.withLock { counts in
          (counts.restarts, counts.next) = (counts.restarts + 1, position + UInt64(actionCount))
          return counts.restarts % 2 == 0 ? "fast" : "immediate"
        }
        let process = Process()
        process.executableURL = URL(filePath: restart)
        process.arguments = [mode]
        try await process.runToEnd()
      }
      let (ended, restarts, _) = counts.withLock { $0 }
      report("PostgreSQL", result, "\(ended) connections ended, \(restarts) restarts of the server")
    }
  }
#endif
