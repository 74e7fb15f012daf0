/// Runs that are over and gave way to others, whose results still count.
///
/// Each is known as long as something may come of it: an action of it that waits for its turn holds the run, and so
/// does whoever may still dispatch.
struct PastRuns: Sendable {
  private var runs: [WeakReference<EffectRun>] = []

  var all: [EffectRun] { runs.compactMap(\.object) }

  mutating func add(_ run: EffectRun) {
    if runs.count == runs.capacity {
      runs.removeAll(where: \.isGone)
      runs.reserveCapacity(max(8, runs.count * 2))
    }
    runs.append(WeakReference(run))
  }
}
