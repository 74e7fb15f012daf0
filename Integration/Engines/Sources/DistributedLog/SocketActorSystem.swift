public import Distributed
internal import Foundation
internal import Synchronization

/// Distributed actors in two processes of a machine: one that serves them at a path, and one that calls them.
public final class SocketActorSystem: DistributedActorSystem, Sendable {
  public typealias ActorID = String
  public typealias InvocationEncoder = SocketInvocation
  public typealias InvocationDecoder = SocketInvocationDecoder
  public typealias ResultHandler = SocketResultHandler
  public typealias SerializationRequirement = any Codable

  private struct Contents {
    var actors: [String: any DistributedActor] = [:]
    var actorCount = 0
    var connection: SocketConnection?
    var calls: [UInt64: (SocketConnection, CheckedContinuation<Data, any Error>)] = [:]
    var callCount: UInt64 = 0
  }

  private let path: String
  private let contents = Mutex(Contents())

  /// Creates the system of a process that calls actors at a path.
  public init(path: String) { self.path = path }

  /// Serves the actors of this process.
  public func serve() throws {
    try SocketConnection.accept(path: path) { [self] connection in
      // Calls that wait end with their connection.
      let running = Running()
      connection.receive { [self] message in
        guard case .call(let invocation) = message.content else { return }
        running.start(message.number) { await self.perform(invocation, message.number, connection) }
      } end: {
        running.cancel()
      }
    }
  }

  /// Closes the connection to the server. Calls that wait fail, and the next call connects again.
  public func disconnect() { contents.withLock { $0.connection }?.close() }

  public func resolve<Act: DistributedActor>(id: String, as actorType: Act.Type) throws -> Act?
  where Act.ID == String {
    contents.withLock { $0.actors[id] } as? Act
  }

  public func assignID<Act: DistributedActor>(_ actorType: Act.Type) -> String where Act.ID == String {
    contents.withLock {
      $0.actorCount += 1
      return "\($0.actorCount)"
    }
  }

  public func actorReady<Act: DistributedActor>(_ actor: Act) where Act.ID == String {
    contents.withLock { $0.actors[actor.id] = actor }
  }

  public func resignID(_ id: String) { _ = contents.withLock { $0.actors.removeValue(forKey: id) } }

  public func makeInvocationEncoder() -> SocketInvocation { SocketInvocation() }

  public func remoteCall<Act: DistributedActor, Failure: Error, Result: Codable>(
    on actor: Act, target: RemoteCallTarget, invocation: inout SocketInvocation, throwing: Failure.Type,
    returning: Result.Type
  ) async throws -> Result where Act.ID == String {
    try JSONDecoder().decode([Result].self, from: try await call(actor.id, target, invocation))[0]
  }

  public func remoteCallVoid<Act: DistributedActor, Failure: Error>(
    on actor: Act, target: RemoteCallTarget, invocation: inout SocketInvocation, throwing: Failure.Type
  ) async throws where Act.ID == String {
    _ = try await call(actor.id, target, invocation)
  }
}

extension SocketActorSystem {
  private func call(_ actor: String, _ target: RemoteCallTarget, _ invocation: SocketInvocation) async throws -> Data {
    var invocation = invocation
    (invocation.actor, invocation.target) = (actor, target.identifier)
    let connection = try connected()
    let number = contents.withLock {
      $0.callCount += 1
      return $0.callCount
    }
    let message = SocketMessage(number: number, content: .call(invocation))
    return try await withCheckedThrowingContinuation { continuation in
      let isOpen = contents.withLock { contents in
        guard contents.connection === connection else { return false }
        contents.calls[number] = (connection, continuation)
        return true
      }
      if isOpen { connection.send(message) } else { continuation.resume(throwing: SocketError.notConnected) }
    }
  }

  private func connected() throws -> SocketConnection {
    if let connection = contents.withLock({ $0.connection }) { return connection }
    let connection = try SocketConnection(path: path)
    let isFirst = contents.withLock { contents in
      guard contents.connection == nil else { return false }
      contents.connection = connection
      return true
    }
    guard isFirst else { return try connected() }
    connection.receive { [self] message in
      guard case .reply(let reply) = message.content else { return }
      let call = contents.withLock { $0.calls.removeValue(forKey: message.number) }
      switch reply {
      case .value(let data): call?.1.resume(returning: data)
      case .error(let text): call?.1.resume(throwing: SocketError.failed(text))
      }
    } end: { [self] in
      let calls = contents.withLock { contents in
        contents.connection = nil
        let ended = contents.calls.filter { $0.value.0 === connection }
        for number in ended.keys { contents.calls[number] = nil }
        return ended.values.map(\.1)
      }
      for call in calls { call.resume(throwing: SocketError.notConnected) }
    }
    return connection
  }

  private func perform(_ invocation: SocketInvocation, _ number: UInt64, _ connection: SocketConnection) async {
    let handler = SocketResultHandler { reply in
      connection.send(SocketMessage(number: number, content: .reply(reply)))
    }
    do {
      guard let actor = contents.withLock({ $0.actors[invocation.actor] }) else { throw SocketError.notConnected }
      var decoder = SocketInvocationDecoder(invocation)
      try await executeDistributedTarget(
        on: actor, target: RemoteCallTarget(invocation.target), invocationDecoder: &decoder, handler: handler)
    } catch {
      handler.reply(.error("\(error)"))
    }
  }
}

/// The calls of a connection that this process performs.
private final class Running: Sendable {
  private let tasks = Mutex((calls: [UInt64: Task<Void, Never>](), isOver: false))

  func start(_ number: UInt64, _ body: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard !tasks.isOver else { return }
      tasks.calls[number] = Task {
        await body()
        self.finish(number)
      }
    }
  }

  private func finish(_ number: UInt64) { _ = tasks.withLock { $0.calls.removeValue(forKey: number) } }

  func cancel() {
    let calls = tasks.withLock { tasks in
      tasks.isOver = true
      return tasks.calls
    }
    for call in calls.values { call.cancel() }
  }
}
