internal import PureduxRecording
public import PureduxDifference

/// Where a replay has come to another state than the recorded program.
public struct SessionDivergence: Sendable, CustomStringConvertible {
  /// The event after which the states differ.
  public let event: RecordedEvent
  /// The first event that may have made the difference: an earlier one where states were not checked after each event.
  public let firstPossibleEvent: Int
  /// The number of the store whose own state differs, or that lies below the state that differs.
  public let store: UInt64
  /// From the recorded state to the one of the replay; nil where the recorded state cannot be read.
  public let difference: Difference?

  /// The event, and the difference.
  public var description: String {
    let place =
      firstPossibleEvent < event.number
      ? "one of events \(firstPossibleEvent) to \(event.number)" : "event \(event.number)"
    let what = difference.map { ":\n\($0)" } ?? "."
    return "The states differ after \(place), \(event) (- recorded, + replayed)\(what)"
  }
}
