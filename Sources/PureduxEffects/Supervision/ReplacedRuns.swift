/// Runs that have ended and were replaced by newer ones, whose actions still count.
///
/// A replaced run is known for as long as an action of it can still come: the actions that wait for their turn hold
/// it, and so does everything that can still dispatch.
struct ReplacedRuns: Sendable {
  private struct Replaced: Sendable {
    let run: WeakReference<EffectRun>
    let timeoutDispatch: TimeoutDispatch?
  }

  private var runs: [Replaced] = []

  /// The runs, each with the permission that its `onTimeout` was given.
  var all: [(run: EffectRun, timeoutDispatch: TimeoutDispatch?)] {
    runs.compactMap { replaced in replaced.run.object.map { ($0, replaced.timeoutDispatch) } }
  }

  mutating func add(_ run: EffectRun, _ timeoutDispatch: TimeoutDispatch?) {
    if runs.count == runs.capacity {
      runs.removeAll(where: \.run.isGone)
      runs.reserveCapacity(max(8, runs.count * 2))
    }
    runs.append(Replaced(run: WeakReference(run), timeoutDispatch: timeoutDispatch))
  }
}
