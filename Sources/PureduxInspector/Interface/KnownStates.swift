/// The events after which states are known: all events, or some ranges of events.
package struct KnownStates: Sendable, Equatable {
  /// The ranges of events, ascending and never adjacent; nil if states are known after every event.
  let ranges: [ClosedRange<Int>]?

  /// Creates a value for a program whose states are known after every event.
  package init() { ranges = nil }

  init(ranges: [ClosedRange<Int>]?) { self.ranges = ranges }

  /// - Parameters:
  ///   - steps: The ranges of steps after which states are known, in ascending order.
  ///   - events: The numbers of all events. Steps between two events belong to the earlier event.
  init(steps: [ClosedRange<Int>], events: [Int]) {
    guard let first = events.first, let last = events.last else {
      ranges = nil
      return
    }
    var found: [ClosedRange<Int>] = []
    var next = 0
    for range in steps {
      while next < events.count, events[next] <= range.lowerBound { next += 1 }
      let lower = next > 0 ? events[next - 1] : range.lowerBound
      while next < events.count, events[next] <= range.upperBound { next += 1 }
      let isWhole = next == events.count || events[next] == range.upperBound + 1
      let upper = isWhole ? range.upperBound : next > 0 ? events[next - 1] - 1 : range.upperBound
      if lower <= upper { found.append(lower...upper) }
    }
    let all = first - 1...last
    ranges = found.count == 1 && found[0].lowerBound <= all.lowerBound && found[0].upperBound >= last ? nil : found
  }

  func contains(_ event: Int) -> Bool { last(upTo: event) == event }

  /// The latest event with known states, at or before `event`.
  func last(upTo event: Int) -> Int? {
    guard let ranges else { return event }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound > event { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? min(event, ranges[low - 1].upperBound) : nil
  }

  /// The first event with known states, at or after `event`.
  func first(from event: Int) -> Int? {
    guard let ranges else { return event }
    return ranges.first { $0.upperBound >= event }.map { max(event, $0.lowerBound) }
  }

  /// A description of the ranges, for example `states are known after events 0 to 48, 60, 62 to 70`.
  var text: String {
    guard let ranges else { return "states are known after every event" }
    guard !ranges.isEmpty else { return "no states were recorded" }
    let texts = ranges.prefix(6).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
    let more = ranges.count > 6 ? ", … up to \(ranges.last?.upperBound ?? 0)" : ""
    return "states are known after events " + texts.joined(separator: ", ") + more
  }

  /// The ranges as pairs of numbers; null if states are known after every event.
  var json: JSON {
    ranges.map { .array($0.prefix(10_000).map { [.int($0.lowerBound), .int($0.upperBound)] }) } ?? .null
  }

  /// Decodes ranges in the format of ``json``.
  init(_ value: ContextValue) {
    guard value.isPresent else {
      ranges = nil
      return
    }
    ranges = value.elements.compactMap { pair in
      let numbers = pair.elements.compactMap(\.int)
      return numbers.count == 2 && numbers[0] <= numbers[1] ? numbers[0]...numbers[1] : nil
    }
  }
}
