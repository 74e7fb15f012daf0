internal import PureduxRecording

/// One run of work from its start to its end, put together from events.
struct WorkRun {
  let started: RecordedEvent
  /// Nil while it runs.
  var ended: RecordedEvent?

  /// The runs of these events in the order of their starts. An end whose start is no longer kept is left out.
  static func runs(in events: [RecordedEvent]) -> [WorkRun] {
    var runs: [WorkRun] = []
    var running: [Key: Int] = [:]
    for event in events where event.kind.isWork {
      guard let work = event.work else { continue }
      let key = Key(store: event.store, run: work.run, attempt: work.attempt)
      if event.kind == .workStarted {
        running[key] = runs.count
        runs.append(WorkRun(started: event))
      } else if let index = running.removeValue(forKey: key) {
        runs[index].ended = event
      }
    }
    return runs
  }

  private struct Key: Hashable {
    let store: UInt64, run: UInt64, attempt: Int
  }
}
