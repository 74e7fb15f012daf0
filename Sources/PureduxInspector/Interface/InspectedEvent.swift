/// Something that happened in the program, as the page shows it.
package struct InspectedEvent: Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
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
  package struct Timing: Sendable {
    var waited: Duration
    var reducing: Duration
    var publishing: Duration
    var observers: Int

    package init(waited: Duration, reducing: Duration, publishing: Duration, observers: Int) {
      self.waited = waited
      self.reducing = reducing
      self.publishing = publishing
      self.observers = observers
    }

    var total: Duration { reducing + publishing }
  }

  /// One run of work: an effect that is retried has several attempts.
  package struct Work: Sendable {
    var name: String
    var run: UInt64
    var attempt: Int
    var error: String?

    package init(name: String, run: UInt64, attempt: Int = 1, error: String? = nil) {
      self.name = name
      self.run = run
      self.attempt = attempt
      self.error = error
    }
  }

  package let number: Int
  package var kind: Kind
  package var store: UInt64
  /// The number of the event in whose reducer, observer or work it was caused.
  package var cause: Int?
  /// Since the recording began.
  var began: Duration
  var timing: Timing?
  package var action: (any Sendable)?
  var work: Work?
  /// A sentence about the event, where neither an action nor work says enough.
  var note: String?

  package init(
    number: Int, kind: Kind, store: UInt64, cause: Int? = nil, began: Duration, timing: Timing? = nil,
    action: (any Sendable)? = nil, work: Work? = nil, note: String? = nil
  ) {
    self.number = number
    self.kind = kind
    self.store = store
    self.cause = cause
    self.began = began
    self.timing = timing
    self.action = action
    self.work = work
    self.note = note
  }

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
