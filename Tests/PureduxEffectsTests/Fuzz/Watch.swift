import PureduxTesting

@testable import PureduxEffects

/// Follows every run of an interleaving, and notes what must not happen.
final class Watch: Sendable {
  typealias Name = Interleaving.EffectRunName

  private struct Notes {
    var working: Set<Name> = []
    var told: Set<Name> = []
    var faults: [String] = []
  }

  private let notes = Guarded(Notes())
  private let record: Recorder<String>

  init(_ record: Recorder<String>) { self.record = record }

  var faults: [String] { notes.withLock { $0.faults } }

  func log(_ line: String) { record.record(line) }

  func fault(_ line: String) {
    log("FAULT: \(line)")
    notes.withLock { $0.faults.append(line) }
  }

  /// Does the work of a run, and notes when it begins, when it is told to stop, and when it ends.
  func follow(_ name: Name, _ work: @Sendable () async -> Void) async {
    await withTaskCancellationHandler {
      log("begin \(name)")
      let old = notes.withLock { notes in
        notes.working.insert(name)
        return notes.working.filter { $0.id == name.id && $0 != name && !notes.told.contains($0) }
      }
      for run in old { fault("\(name) began before \(run) was told to stop") }
      await work()
      log("end \(name)")
      notes.withLock { _ = $0.working.remove(name) }
    } onCancel: {
      log("told \(name)")
      notes.withLock { _ = $0.told.insert(name) }
    }
  }

  /// A result counts only while its run is the last one, and was not cancelled.
  func checkMayLand(_ name: Name, _ state: Effect.State) {
    if state.id != name.id { return fault("a result of \(name) landed after it left the state") }
    if state.generation != name.generation { return fault("a result of \(name) landed after a newer run began") }
    if state.isCancelled { fault("a result of \(name) landed after a cancel") }
  }

  func checkNothingRuns() {
    for name in notes.withLock({ $0.working }) { fault("\(name) still runs") }
  }
}
