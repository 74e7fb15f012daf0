internal import PureduxRecording

/// A turn with its times, in nanoseconds: turns of a tree do not overlap, and their parts lie inside.
struct TraceTurn {
  let event: RecordedEvent
  let timing: RecordedEvent.Timing
  let posted: Int
  let began: Int
  let reduced: Int
  let ended: Int

  /// The turns among some events of one tree.
  ///
  /// Each time was measured and rounded for itself, so that a turn may seem to begin a moment before the last one's end.
  /// Its predecessor is cut off there.
  static func turns(in events: [RecordedEvent], offset: Int) -> [TraceTurn] {
    let timed = events.compactMap { event in event.timing.map { (event, $0) } }
    var begins: [Int] = []
    for (event, _) in timed {
      begins.append(max(begins.last ?? .min, offset + event.began.wholeNanoseconds))
    }
    return timed.indices.map { index in
      let (event, timing) = timed[index]
      let latest = index + 1 < begins.count ? begins[index + 1] : Int.max
      let began = begins[index]
      let reduced = min(latest, began + max(0, timing.reducing.wholeNanoseconds))
      let ended = min(latest, reduced + max(0, timing.publishing.wholeNanoseconds))
      let posted = began - max(0, timing.waited.wholeNanoseconds)
      return TraceTurn(event: event, timing: timing, posted: posted, began: began, reduced: reduced, ended: ended)
    }
  }
}
