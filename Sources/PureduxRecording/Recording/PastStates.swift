internal import PureduxCore

/// Computes the states after any retained step, starting from the nearest cached states.
package final class PastStates: @unchecked Sendable {
  // SAFETY: all mutable state is accessed with `lock` held. Code that runs with `lock` held never re-enters this
  // object, because reducers do not use recordings.
  private let lock = Lock()
  private let history: RecordedHistory
  private var latest: (after: UInt64, replay: Replay)?
  /// Cached states at the ends of visited chunks, which speed up moving back in time.
  private var checkpoints: [(after: UInt64, replay: Replay)] = []
  /// The sequence numbers of the steps that are skipped in `latest` and in `checkpoints`.
  private var skipped: Set<UInt64> = []

  private static var mostCheckpoints: Int { 12 }

  init(_ history: RecordedHistory) { self.history = history }

  /// Runs `body` with the states after an event's last step, or with the nearest known states.
  ///
  /// - Parameter events: The sequence numbers of the events to skip.
  package func read<Result>(after event: UInt64, skipping events: Set<UInt64> = [], _ body: (Replay) -> Result)
    -> Result
  {
    guard history.tree.mayReduceHere else { return compute(after: event, skipping: events, body) }
    return lock.hold { _ in
      history.read { moment, start in
        skip(events, moment)
        let target = Self.target(event, moment)
        checkpoints.removeAll { $0.after + 1 < moment.first }
        if let old = latest, old.after > target || old.after + 1 < moment.first { latest = nil }
        let (position, replay) = latest ?? nearest(target) ?? (moment.first - 1, start)
        go(replay, from: position, to: target, moment, skipping: skipped) { keep(replay, after: $0) }
        latest = (target, replay)
        return body(replay)
      }
    }
  }

  /// Computes the states without main-actor reducers, which this thread must not call. The incomplete result is not
  /// cached.
  private func compute<Result>(
    after event: UInt64, skipping events: Set<UInt64>, _ body: (Replay) -> Result
  ) -> Result {
    history.tree.context.report(.pastAskedOffMain())
    return history.read { moment, start in
      let skipped = Self.steps(of: events, moment)
      go(start, from: moment.first - 1, to: Self.target(event, moment), moment, skipping: skipped)
      return body(start)
    }
  }

  private static func target(_ event: UInt64, _ moment: RecordedHistory.Moment) -> UInt64 {
    min(max(moment.lastStep(of: event), moment.first - 1), moment.last)
  }

  private static func steps(of events: Set<UInt64>, _ moment: RecordedHistory.Moment) -> Set<UInt64> {
    Set(events.flatMap { event in moment[event] == nil ? event...event : event...moment.lastStep(of: event) })
  }

  private func skip(_ events: Set<UInt64>, _ moment: RecordedHistory.Moment) {
    let steps = Self.steps(of: events, moment)
    if steps == skipped { return }
    (skipped, checkpoints, latest) = (steps, [], nil)
  }

  private func nearest(_ target: UInt64) -> (UInt64, Replay)? {
    guard let found = checkpoints.last(where: { $0.after <= target }) else { return nil }
    return (found.after, copy(found.replay))
  }

  private func copy(_ replay: Replay) -> Replay { replay.copied { [history] cell in history.past(of: cell) } }

  /// - Parameter atEnd: Called for each visited chunk that ends before `target`, with the sequence number of the
  ///   chunk's last step.
  private func go(
    _ replay: Replay, from position: UInt64, to target: UInt64, _ moment: RecordedHistory.Moment,
    skipping skipped: Set<UInt64>, atEnd: (UInt64) -> Void = { _ in }
  ) {
    for chunk in moment.chunks where chunk.end > position + 1 && chunk.first <= target {
      let end = min(chunk.end, target + 1)
      let steps = max(chunk.first, position + 1)..<end
      // Also pass the earlier skipped steps, because after a skipped step, reducers may read more or fewer values than
      // in the live run. Each later step must then receive only its own recorded values.
      let left = skipped.filter { $0 < end }
      chunk.reduce(steps, in: replay, history.tree.context, skipping: left)
      if end == chunk.end, end - 1 < target { atEnd(end - 1) }
    }
  }

  private func keep(_ replay: Replay, after step: UInt64) {
    guard !checkpoints.contains(where: { $0.after == step }) else { return }
    checkpoints.append((step, copy(replay)))
    checkpoints.sort { $0.after < $1.after }
    if checkpoints.count > Self.mostCheckpoints { checkpoints.remove(at: checkpoints.count / 2) }
  }
}

extension Misuse {
  static func pastAskedOffMain() -> Misuse {
    Misuse(
      "the past of a main-thread tree was requested on another thread",
      so: "main-actor reducers were not called, so their changes are missing",
      fix: "use the recording on the main actor")
  }
}
