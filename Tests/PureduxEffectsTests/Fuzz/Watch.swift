import Dispatch
import PureduxTesting

@testable import PureduxEffects

/// Follows every run of an interleaving, and records violations.
final class Watch: Sendable {
  typealias Name = Interleaving.EffectRunName

  private struct Notes {
    var working: Set<Name> = []
    var told: Set<Name> = []
    /// The runs that share a limit.
    var limited: Set<Name> = []
    /// The runs that timed out.
    var tooLong: Set<Name> = []
    var isStoreGone = false
    var faults: [String] = []
  }

  private let notes = Guarded(Notes())
  private let record: Recorder<String>

  /// Signalled when work ends, or is told to stop.
  private let stopped = DispatchSemaphore(value: 0)

  /// Whether tasks or timers run on real threads. The times of beginnings are then not checked: a task that another thread is
  /// starting may be cancelled slightly after the next one begins, a store is released when the last thread that
  /// dispatches to it releases it, and work may time out while its result is being reduced.
  private let isOnThreads: Bool

  init(_ record: Recorder<String>, isOnThreads: Bool) { (self.record, self.isOnThreads) = (record, isOnThreads) }

  var faults: [String] { notes.withLock { $0.faults } }

  func log(_ line: String) { record.record(line) }

  func fault(_ line: String) {
    log("FAULT: \(line)")
    notes.withLock { $0.faults.append(line) }
  }

  /// From now on, no work may begin, and no result may be reduced.
  func storeIsGone() { notes.withLock { $0.isStoreGone = true } }

  /// Does the work of a run, and records its beginning, its cancellation and its end.
  func follow(_ name: Name, limit: Int?, _ work: @Sendable () async -> Void) async {
    await withTaskCancellationHandler {
      log("begin \(name)")
      let (active, limited, isStoreGone) = notes.withLock { notes in
        notes.working.insert(name)
        if limit != nil { notes.limited.insert(name) }
        let active = notes.working.subtracting(notes.told)
        return (active, active.intersection(notes.limited).count, notes.isStoreGone)
      }
      if !isOnThreads { checkBeginning(of: name, active, limited, limit, isStoreGone) }
      await work()
      log("end \(name)")
      notes.withLock { _ = $0.working.remove(name) }
      stopped.signal()
    } onCancel: {
      log("told \(name)")
      notes.withLock { _ = $0.told.insert(name) }
      stopped.signal()
    }
  }

  private func checkBeginning(
    of name: Name, _ active: Set<Name>, _ limited: Int, _ limit: Int?, _ isStoreGone: Bool
  ) {
    for run in active where run.id == name.id && run != name {
      fault("\(name) began before \(run) was told to stop")
    }
    if let limit, limited > limit { fault("\(limited) work at once") }
    if isStoreGone { fault("\(name) began after the store had gone") }
  }

  func tookTooLong(_ name: Name) {
    log("too long \(name)")
    notes.withLock { _ = $0.tooLong.insert(name) }
  }

  /// Of work that timed out, only the last action is reduced.
  func checkIsInTime(_ name: Name) {
    guard !isOnThreads, notes.withLock({ $0.tooLong.contains(name) }) else { return }
    fault("a result of \(name) landed after it took too long")
  }

  /// A result is reduced only while its run is the latest one and was not cancelled.
  func checkMayLand(_ name: Name, _ state: Effect.State) {
    if !isOnThreads, notes.withLock({ $0.isStoreGone }) { fault("a result of \(name) landed after the store had gone") }
    if state.id != name.id { return fault("a result of \(name) landed after it left the state") }
    if state.generation != name.generation { return fault("a result of \(name) landed after a newer run began") }
    if state.isCancelled { fault("a result of \(name) landed after a cancel") }
  }

  /// Blocks until all work has ended or was told to stop, or until nothing has happened for a long time.
  func waitUntilAllIsTold() {
    while notes.withLock({ !$0.working.isSubset(of: $0.told) }) {
      if stopped.wait(timeout: .now() + 60) == .timedOut { return }
    }
  }

  func checkNothingRuns() {
    for name in notes.withLock({ $0.working }) { fault("\(name) still runs") }
  }
}
