import Foundation
import PureduxReplica

/// The codes with which a worker ends by itself.
enum WorkerEnd: Int32 {
  case finished = 0
  /// The document showed an error, or a problem.
  case failed = 3
  /// Another process has become the application.
  case replaced = 4
}

/// A process that changes the shared ledger as fast as the log accepts its actions, until it is stopped or killed.
struct CrowdWorker {
  let folder: CrowdFolder
  let name: String

  func run() async throws {
    endWithSupervisor()
    let run = UInt64.random(in: 1 ... .max)
    let record = folder.recordAccepted(run)
    // Some processes revert their pending actions, and some keep copies.
    let store = LedgerStore(
      replica: Ledger(), in: folder.log(name), parts: name == "share" ? nil : Ledger.parts
    ) { $0.reduce($1) }
    let check = store.subscribe { state in
      if let problem = state.problem { end(problem == .logClosed ? .replaced : .failed, "\(problem)") }
      if state.errors > 0 { end(.failed, "\(state.errors) errors at \(state.position)") }
    }
    defer { check.cancel() }
    var number: UInt64 = 0
    while !folder.has(.stop) {
      for _ in 0..<20 {
        number += 1
        store.dispatch(.mark(run: run, number: number))
      }
      try await accept(store)
      record(number)
      // A burst of entries would make the journal longer than its bound.
      while store.withState({ $0.pending.count }) > 100 { try await Task.sleep(for: .milliseconds(5)) }
    }
    try await store.confirmed()
    try folder.give(.quiet(name))
    try await folder.wait(for: .finish)
    let last = try String(contentsOf: folder.url(.finish), encoding: .utf8)
    let position = UInt64(last) ?? store.state.position
    while store.state.position < position { try await Task.sleep(for: .milliseconds(5)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try folder.give(.final(name), encoder.encode(store.state.document))
    try await folder.wait(for: .end)
  }

  /// Ends this process when its supervisor has been killed.
  private func endWithSupervisor() {
    let supervisor = getppid()
    Task {
      while getppid() == supervisor { try await Task.sleep(for: .seconds(1)) }
      exit(WorkerEnd.failed.rawValue)
    }
  }

  private func accept(_ store: LedgerStore) async throws {
    do { try await store.accepted() } catch ReplicaProblem.logClosed { end(.replaced, "logClosed") }
  }

  private func end(_ code: WorkerEnd, _ reason: String) -> Never {
    if code == .failed { FileHandle.standardError.write(Data("\(name): \(reason)\n".utf8)) }
    exit(code.rawValue)
  }

  /// The number of confirmed entries that all processes have to reach, when all of them are quiet.
  static func position(of folder: CrowdFolder) async throws -> UInt64 {
    var (position, entries) = (UInt64?.none, UInt64(0))
    let log = folder.log("reader")
    // While an application replaces the journal, there is nothing to read.
    while try await log.read(nil) == nil { try await Task.sleep(for: .milliseconds(5)) }
    while let batch = try await log.read(position), !batch.isEmpty {
      entries = batch.end
      position = entries
    }
    return entries
  }
}
