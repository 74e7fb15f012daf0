/// Something that happened in the program, as the page shows it.
struct InspectedEvent: Sendable {
  enum Kind: Int, CaseIterable, Sendable {
    case action
    case dropped
    case replaced
    case storeMade
    case storeGone
    case workStarted
    case workEnded
    case workFailed
    case workCancelled
    case computed
    case misuse

    /// As filters and answers of the interface name it, for example `workStarted`.
    var name: String { "\(self)" }
    var isWork: Bool { [.workStarted, .workEnded, .workFailed, .workCancelled].contains(self) }
  }

  /// When an action was handled, and how long each part took.
  struct Timing: Sendable {
    var waited: Duration = .zero
    var reducing: Duration = .zero
    var publishing: Duration = .zero
    var observers = 0

    var total: Duration { reducing + publishing }
  }

  /// One run of work: an effect that is retried has several attempts.
  struct Work: Sendable {
    var name: String
    var run: UInt64
    var attempt = 1
    var error: String?
  }

  let number: Int
  var kind: Kind
  var store: UInt64
  /// The number of the event in whose reducer, observer or work it was caused.
  var cause: Int?
  /// Since the recording began.
  var began: Duration
  var timing: Timing?
  var action: (any Sendable)?
  var work: Work?
  /// A sentence about the event, where neither an action nor work says enough.
  var note: String?

  /// One line about it.
  func text(limit: Int = 160) -> String {
    if let action { return ValueText.describe(action, limit: limit) }
    if let work {
      let attempt = work.attempt > 1 ? ", attempt \(work.attempt)" : ""
      return work.name + attempt + (work.error.map { ": \($0)" } ?? "")
    }
    return note ?? kind.name
  }
}
