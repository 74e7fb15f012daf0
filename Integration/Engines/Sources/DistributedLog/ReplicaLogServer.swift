public import Distributed
public import PureduxReplica
internal import Synchronization

/// Serves a log to other processes, over any actor system whose messages are `Codable`.
public distributed actor ReplicaLogServer<ActorSystem: DistributedActorSystem<any Codable>>
where ActorSystem.ActorID: Codable {
  private let log: ReplicaLog

  public init(_ log: ReplicaLog, actorSystem: ActorSystem) {
    self.actorSystem = actorSystem
    self.log = log
  }

  public distributed func newClient() async throws -> UInt64 { try await log.newClient() }

  /// Returns false if the client is closed: an error does not cross an actor system.
  public distributed func append(_ entries: [ReplicaEntry]) async throws -> Bool {
    do { try await log.append(entries) } catch is ReplicaClientClosed { return false }
    return true
  }

  public distributed func read(after position: UInt64?) async throws -> ReplicaBatch? { try await log.read(position) }

  public distributed func compact(_ snapshot: ReplicaSnapshot) async throws { try await log.compact(snapshot) }

  /// Returns when there may be something after a position. A stream does not cross an actor system.
  public distributed func change(after position: UInt64?) async throws {
    // The stream begins before the log is read, so that no change is missed.
    let changes = log.changes()
    if let position, try await log.read(position) != nil { return }
    for await _ in changes {
      guard let position, try await log.read(position) == nil else { return }
    }
  }
}

extension ReplicaLog {
  /// A log that another process serves.
  ///
  /// - Parameters:
  ///   - server: The server, which may be in another process.
  ///   - pause: Waits before asking again whether the log has changed, after an error.
  public static func distributed<ActorSystem: DistributedActorSystem<any Codable>>(
    _ server: ReplicaLogServer<ActorSystem>, pause: @escaping @Sendable () async -> Void
  ) -> ReplicaLog where ActorSystem.ActorID: Codable {
    let position = LastPosition()
    return ReplicaLog {
      try await server.newClient()
    } append: { entries in
      if try await !server.append(entries) { throw ReplicaClientClosed() }
    } read: { wanted in
      position.value.withLock { $0 = wanted }
      return try await server.read(after: wanted)
    } changes: {
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let task = Task {
          while !Task.isCancelled {
            do { try await server.change(after: position.value.withLock { $0 }) } catch { await pause() }
            continuation.yield()
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    } compact: { snapshot in
      try await server.compact(snapshot)
    }
  }
}

/// The position after which a replica has read last.
private final class LastPosition: Sendable {
  let value = Mutex<UInt64?>(nil)
}
