import Distributed
import DistributedLog
import Foundation
import PureduxReplica
import Synchronization

/// Runs replicas over logs that services give their order, while connections and servers end.
///
/// Usage: Engines chained ACTIONS | trivial ACTIONS | socket ACTIONS | serve PATH FOLDER | postgres ADDRESS RESTART ACTIONS
@main
enum Engines {
  static let clientCount = 4

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("trivial", 2): try await trivial(Int(arguments[1]) ?? 0)
    case ("chained", 2): try await chained(Int(arguments[1]) ?? 0)
    case ("socket", 2): try await socket(Int(arguments[1]) ?? 0)
    case ("serve", 3): try await serve(arguments[1], URL(filePath: arguments[2]))
    #if canImport(PostgresLog)
      case ("postgres", 4): try await postgres(arguments[1], restart: arguments[2], Int(arguments[3]) ?? 0)
    #endif
    default:
      fail(
        "usage: Engines chained ACTIONS | trivial ACTIONS | socket ACTIONS | serve PATH FOLDER | postgres ADDRESS RESTART ACTIONS"
      )
    }
  }

  static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
  }

  static func report(_ name: String, _ result: LedgerRun.Result, _ disturbances: String) {
    guard result.isWhole else { fail("\(name): the documents differ, or actions are missing or doubled") }
    print("\(name): \(result); \(disturbances); the documents of \(clientCount) clients are equal")
  }

  @Sendable static func pause() async { try? await Task.sleep(for: .milliseconds(50)) }

  /// The log and the clients in one process, over the actor system of Swift's own tests.
  private static func trivial(_ actionCount: Int) async throws {
    let system = LocalTestingDistributedActorSystem()
    let authority = StockAuthority()
    let log = ReplicaLog.memory { authority.accepts($0) }
    let server = ReplicaLogServer(log, actorSystem: system)
    let logs = (0..<clientCount).map { _ in ReplicaLog.distributed(server, pause: pause) }
    let run = LedgerRun(logs: logs, actionCount: actionCount, window: 200)
    report("Distributed, trivial", try await run.run { _ in await pause() }, "undisturbed")

    // The server reduces the same actions, and rejects those that would sell what is not there.
    let store = LedgerStore.replica(in: .distributed(server, pause: pause))
    try await store.confirmed()
    store.dispatch(LedgerAction(client: clientCount, number: 1, change: -1_000_000_000))
    try await store.confirmed()
    guard store.state.rejection != nil, store.state.stock > 0 else { fail("the server has not rejected an action") }
    print("Distributed, trivial: the server has rejected an action with the reducer of its clients")
  }

  /// The log in a process that is killed and started again, over sockets that are closed.
  private static func socket(_ actionCount: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "engines-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "socket").path
    @Sendable func startServer() throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["serve", path, folder.appending(path: "log").path]
      try process.run()
      return process
    }
    let systems = (0..<clientCount).map { _ in SocketActorSystem(path: path) }
    let logs = try systems.map { system in
      ReplicaLog.distributed(
        try ReplicaLogServer<SocketActorSystem>.resolve(id: "1", using: system), pause: pause)
    }
    let counts = Mutex((closed: 0, killed: 0, nextKill: UInt64(actionCount)))
    let server = Mutex(try startServer())
    defer { server.withLock { _ = kill($0.processIdentifier, SIGKILL) } }
    let run = LedgerRun(logs: logs, actionCount: actionCount, window: 50)
    let result = try await run.run { position in
      try await Task.sleep(for: .milliseconds(30))
      systems.randomElement()?.disconnect()
      counts.withLock { $0.closed += 1 }
      // Kills the server three times, spread over the run.
      guard counts.withLock({ position >= $0.nextKill && $0.killed < 3 }) else { return }
      counts.withLock { ($0.killed, $0.nextKill) = ($0.killed + 1, position + UInt64(actionCount)) }
      try server.withLock { process in
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        process = try startServer()
      }
    }
    let (closed, killed, _) = counts.withLock { $0 }
    report("Distributed, sockets", result, "\(closed) connections closed, the server killed \(killed) times")
  }

  private static func serve(_ path: String, _ folder: URL) async throws {
    let system = SocketActorSystem(path: path)
    let server = ReplicaLogServer(.files(folder), actorSystem: system)
    try system.serve()
    while true { try await Task.sleep(for: .seconds(3_600)) }
    withExtendedLifetime(server) {}
  }
}

extension Process {
  /// Runs the program, without blocking a thread until it ends.
  func runToEnd() async throws {
    try await withCheckedThrowingContinuation { continuation in
      terminationHandler = { _ in continuation.resume() }
      do { try run() } catch {
        terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }
}

/// A server's own document, reduced by the reducer of its clients.
final class StockAuthority: Sendable {
  private let ledger = Mutex(Ledger())

  /// Whether an action leaves a stock that is not negative.
  func accepts(_ entry: ReplicaEntry) -> Bool {
    guard let data = entry.action, let action = try? JSONDecoder().decode(LedgerAction.self, from: data) else {
      return true
    }
    return ledger.withLock { ledger in
      var next = ledger
      guard (try? next.reduce(action)) != nil, next.stock >= 0 else { return false }
      ledger = next
      return true
    }
  }
}
