internal import PureduxRecording

/// Event lines in which the repetitions of a sequence are collapsed into one line with a count.
struct RepeatedEvents {
  /// An event, its line, and a key that similar events share.
  struct Event {
    let number: Int
    /// The time since the recording began, in microseconds.
    let began: Int
    let line: String
    let likeness: String
  }

  struct Row {
    let line: String
    let first, last: Int
    /// The number of preceding rows whose repetitions this row summarizes.
    var repeated = 0
  }

  /// The maximum length of a detected repeating sequence.
  private static let longestSequence = 8
  private static let fewestTimes = 5

  let rows: [Row]

  init(_ events: [Event], areFolded: Bool = true) {
    var (rows, next): ([Row], Int) = ([], 0)
    while next < events.count {
      let (length, times) = areFolded ? Self.sequence(in: events, from: next) : (1, 1)
      rows += events[next..<next + length].map { Row(line: $0.line, first: $0.number, last: $0.number) }
      if times > 1 {
        let rest = events[next + length..<next + length * times]
        let (first, last) = (rest.first?.number ?? 0, rest.last?.number ?? 0)
        let what = length == 1 ? "" : "these \(length) events "
        let starts = stride(from: next, to: next + length * times, by: length).map { events[$0].began }
        rows.append(
          Row(
            line: "  … \(what)\(times - 1) times more, #\(first) to #\(last), \(Self.pace(starts))", first: first,
            last: last, repeated: length))
      }
      next += length * times
    }
    self.rows = rows
  }

  /// Finds the sequence that starts at `start` and, with its repetitions, covers the most events.
  ///
  /// `times` is the number of occurrences, including the first.
  private static func sequence(in events: [Event], from start: Int) -> (length: Int, times: Int) {
    var best = (length: 1, times: 1)
    for length in 1...longestSequence where start + length * fewestTimes <= events.count {
      var end = start + length
      while end < events.count, events[end].likeness == events[end - length].likeness { end += 1 }
      let times = (end - start) / length
      if times >= fewestTimes, length * times > best.length * best.times { best = (length, times) }
    }
    return best
  }

  private static func pace(_ starts: [Int]) -> String {
    let steps = zip(starts.dropFirst(), starts).map { $0 - $1 }
    let mean = ((starts.last ?? 0) - (starts.first ?? 0)) / max(1, steps.count)
    let isEven = (steps.max() ?? 0) - (steps.min() ?? 0) <= mean / 5
    return (isEven ? "every " : "about every ") + EventText.text(of: .microseconds(mean))
  }
}
