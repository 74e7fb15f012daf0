/// Runs that are over and gave way to others, whose results still count.
///
/// Each is known as long as something may come of it: an action of it that waits for its turn holds the run, and so
/// does whoever may still dispatch.
struct PastRuns: Sendable {
  private struct Past: Sendable {
    let run: WeakReference<EffectRun>
    let lastWord: AtomicFlag?
  }

  private var runs: [Past] = []

  /// The runs, each with the flag that revokes its last word, where there is one.
  var all: [(run: EffectRun, lastWord: AtomicFlag?)] {
    runs.compactMap { past in past.run.object.map { ($0, past.lastWord) } }
  }

  mutating func add(_ run: EffectRun, _ lastWord: LastWord?) {
    if runs.count == runs.capacity {
      runs.removeAll(where: \.run.isGone)
      runs.reserveCapacity(max(8, runs.count * 2))
    }
    runs.append(Past(run: WeakReference(run), lastWord: lastWord?.isRevoked))
  }
}
