import Foundation
import PureduxFiles

@testable import PureduxReplica

/// The log of a process, used synchronously: the process does nothing between two calls.
struct LogProcess: Sendable {
  private let log: FileLog

  init(
    _ folder: URL, _ helper: String?, isSynced: Bool = false, orphanAge: Duration = .seconds(86_400),
    _ files: FileSystem
  ) {
    // Notifications would let the log write on its queue at any time.
    var files = files
    files.watchFolders = { _, _ in nil }
    log = FileLog(folder.path, helper, isSynced: isSynced, orphanAge, files)
  }

  func newClient() throws -> UInt64 { try log.queue.sync { try log.newClient() } }
  func append(_ entries: [ReplicaEntry]) throws { try log.queue.sync { try log.append(entries) } }
  func read(after position: UInt64?) throws -> ReplicaBatch? { try log.queue.sync { try log.read(after: position) } }
  func compact(_ snapshot: ReplicaSnapshot) throws { try log.queue.sync { try log.compact(snapshot) } }
  func collect() throws { try log.queue.sync { try log.collect() } }
  func takeDamage() -> [DamagedFiles.Damage] { log.queue.sync { log.takeDamage() } }
}
