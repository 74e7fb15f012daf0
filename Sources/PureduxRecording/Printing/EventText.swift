internal import Foundation
internal import PureduxCore

/// Formats an event as text: a line for the event, followed by its changes.
package struct EventText: Sendable {
  private let colours: Bool
  /// The date and time at which the recording began.
  private let beginning: Date
  private let limit: Duration
  private let redact: (@Sendable (Any) -> Any)?
  private let calendar: Calendar

  private static let mostChanges = 20
  private static let longestLine = 200

  init(
    colours: Bool, beginning: Date, slowerThan limit: Duration, redact: (@Sendable (Any) -> Any)?,
    timeZone: TimeZone = .current
  ) {
    self.colours = colours
    self.beginning = beginning
    self.limit = limit
    self.redact = redact
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  func redacted(_ value: Any) -> Any { redact?(value) ?? value }

  /// Whether the event's reducers took longer than `limit`.
  func isSlow(_ event: RecordedEvent) -> Bool { (event.timing?.reducing ?? .zero) > limit }

  /// A one-line description of the event.
  func line(of event: RecordedEvent) -> String {
    let event = event.redacted(redact)
    let line =
      switch (event.kind, event.action) {
      case (.action, let action?): ValueText.describe(action, limit: Self.longestLine)
      case (.dropped, let action?): "dropped " + ValueText.describe(action, limit: Self.longestLine)
      default: event.what
      }
    return PrintableText.of(line)
  }

  /// Returns the event's full text, whose first line contains `line`.
  func text(
    of event: RecordedEvent, _ line: String, cause: (number: Int, line: String?)?, changes: [StoreDifference],
    names: [UInt64: String]
  ) -> String {
    var first = [
      painted(time(of: event), .dim), painted(name(of: event.store, names), .bold),
      painted("#\(event.number)", .dim), line,
    ].joined(separator: " ")
    if let timing = event.timing { first += painted(", " + Self.text(of: timing.reducing + timing.publishing), .dim) }
    if let cause {
      first += painted(", because of #\(cause.number)" + (cause.line.map { " \($0)" } ?? ""), .dim)
    }
    var lines = [first]
    if isSlow(event), let timing = event.timing {
      let took = "its reducers took \(Self.text(of: timing.reducing)), more than \(Self.text(of: limit))"
      lines.append(painted("  slow: \(took)", .yellow))
    }
    lines += changes.flatMap { change in
      self.lines(of: change.difference, in: change.store == event.store ? "" : name(of: change.store, names))
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a warning that events were recorded faster than they could be printed.
  func missed(_ count: Int) -> String {
    painted(
      "\(count) events were not printed: they occurred too fast. To fix: print fewer events, or print no changes.",
      .yellow)
  }

  /// A warning that another recording has ended this log.
  var takenOver: String {
    painted(
      "Another recording of the tree has replaced this one, so this log ends. To fix: print the events of that recording, "
        + "with its own `log()`.", .yellow)
  }

  /// - Parameter owner: The name of the changed store; empty if the event belongs to that store.
  private func lines(of difference: Difference, in owner: String) -> [String] {
    let all = difference.changes
    var lines: [String] = []
    for part in all.prefix(Self.mostChanges) {
      let path = [owner, PrintableText.of(part.path)].filter { !$0.isEmpty }.joined(separator: ": ")
      if !path.isEmpty { lines.append("  " + path) }
      let indent = path.isEmpty ? "  " : "    "
      if let before = part.before { lines.append(indent + painted("- " + shortened(before), .red)) }
      if let after = part.after { lines.append(indent + painted("+ " + shortened(after), .green)) }
    }
    if all.count > Self.mostChanges { lines.append("  and \(all.count - Self.mostChanges) more changes") }
    return lines
  }

  private func name(of store: UInt64, _ names: [UInt64: String]) -> String {
    PrintableText.of(names[store] ?? "store \(store)")
  }

  private func time(of event: RecordedEvent) -> String {
    let time = beginning + Double(event.began.wholeMicroseconds) / 1e6
    let parts = calendar.dateComponents([.hour, .minute, .second, .nanosecond], from: time)
    let clock = [parts.hour, parts.minute, parts.second].map { Self.digits($0 ?? 0, count: 2) }
    return clock.joined(separator: ":") + "." + Self.digits((parts.nanosecond ?? 0) / 1_000_000, count: 3)
  }

  private static func digits(_ number: Int, count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// Formats a duration as short text, for example `21 µs`, `1.5 ms` or `2.0 s`.
  package static func text(of duration: Duration) -> String {
    let microseconds = duration.wholeMicroseconds
    func tenths(_ unit: Int64) -> String { "\(microseconds / unit).\(microseconds % unit * 10 / unit)" }
    return switch microseconds {
    case ..<1000: "\(microseconds) µs"
    case ..<1_000_000: tenths(1000) + " ms"
    default: tenths(1_000_000) + " s"
    }
  }

  private func shortened(_ text: String) -> String {
    let text = PrintableText.of(text)
    guard text.utf8.count > Self.longestLine else { return text }
    return PrintableText.prefix(of: text[...], bytes: Self.longestLine - 3) + "…"
  }
}

// Colors for a terminal.
extension EventText {
  private enum Colour: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
  }

  private func painted(_ text: String, _ colour: Colour) -> String {
    colours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Duration {
  package var wholeMicroseconds: Int64 { wholeNanoseconds / 1000 }

  /// The duration in nanoseconds, clamped to about 292 years.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
  }
}
