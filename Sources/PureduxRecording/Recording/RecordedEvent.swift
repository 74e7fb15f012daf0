public import PureduxCore

/// An event of a recorded tree, in a running program or in a session file.
public struct RecordedEvent: Sendable, Identifiable {
  /// The kind of a recorded event.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The store and its ancestors reduced an action.
    case action
    /// An action was not reduced.
    ///
    /// Possible reasons: a middleware dropped the action, the work that dispatched the action was cancelled, or the
    /// element of the receiving store was removed.
    case dropped
    /// The state of the store was replaced.
    case replaced
    /// A child store was created.
    case storeMade
    /// The last handle to the store was released.
    case storeGone
    /// A store's work started.
    case workStarted
    /// A store's work ended normally.
    case workEnded
    /// A store's work ended with an error.
    case workFailed
    /// A store's work was cancelled or exceeded its timeout.
    case workCancelled
    /// A selector computed its result.
    case computed
    /// Misuse was reported.
    case misuse
    /// A kind that this version of the library does not support.
    case other

    /// Whether the event marks the start or end of work.
    package var isWork: Bool { [.workStarted, .workEnded, .workFailed, .workCancelled].contains(self) }
  }

  /// The durations of a turn's phases in real time, whatever clock the tree uses.
  public struct Timing: Sendable {
    /// The time from the dispatch to the beginning of the turn.
    public let waited: Duration
    /// The time spent in the reducers of the store and its ancestors.
    public let reducing: Duration
    /// The time spent in the observers and their computations.
    public let publishing: Duration
    /// The number of observers called in the turn.
    public let observers: Int

    package init(waited: Duration, reducing: Duration, publishing: Duration, observers: Int) {
      self.waited = waited
      self.reducing = reducing
      self.publishing = publishing
      self.observers = observers
    }

    package var total: Duration { reducing + publishing }
  }

  /// The event's sequence number. Later events have greater numbers, but numbers may be skipped.
  public let number: Int
  /// The kind of the event.
  public package(set) var kind: Kind
  /// The number of the store that the event concerns, as in its `StoreID`. For an action, this is the number of the
  /// receiving store.
  public let store: UInt64
  /// The name of the store, as passed to `named:`.
  public let storeName: String?
  /// The sequence number of the event that caused this event, if any.
  ///
  /// The cause is the event whose reducer, observer, middleware or work triggered this event.
  public let cause: Int?
  /// The time from the start of the recording to the beginning of the event, on the clock of the tree's context.
  public let began: Duration
  /// The durations of the turn; nil if the event is not a turn.
  public package(set) var timing: Timing?
  /// The action; nil if the event has no action. For an event that was read from a session file, this is the stored
  /// form of the action.
  public package(set) var action: (any Sendable)?
  /// The run of work that the event concerns; for a selector, only the name is meaningful.
  public let work: StoreWork?
  /// The details of the event: the misuse, the error, the type of the created store, or the time a selector took.
  public package(set) var note: String?

  package init(
    number: Int, kind: Kind, store: UInt64, storeName: String? = nil, cause: Int? = nil, began: Duration,
    timing: Timing? = nil, action: (any Sendable)? = nil, work: StoreWork? = nil, note: String? = nil
  ) {
    self.number = number
    self.kind = kind
    self.store = store
    self.storeName = storeName
    self.cause = cause
    self.began = began
    self.timing = timing
    self.action = action
    self.work = work
    self.note = note
  }

  /// The same as `number`.
  public var id: Int { number }
}

extension RecordedEvent: CustomStringConvertible {
  /// A description of the store and of the event, for example `list: increment`.
  public var description: String { "\(storeTitle): \(what)" }

  /// The store's name, or its number if it has no name.
  package var storeTitle: String { storeName ?? "store \(store)" }

  /// A one-line description of the event, without the store.
  package var what: String {
    switch kind {
    case .action: action.map { "\($0)" } ?? "?"
    case .dropped: "dropped " + (action.map { "\($0)" } ?? note ?? "an action")
    case .replaced: "state replaced"
    case .storeMade: "\(note ?? "store") created"
    case .storeGone: "store released"
    case .workStarted: "\(workText) started"
    case .workEnded: "\(workText) ended"
    case .workFailed: "\(workText) failed" + (note.map { ": \($0)" } ?? "")
    case .workCancelled: "\(workText) cancelled"
    case .computed: "\(workText) computed in \(note ?? "?")"
    case .misuse: "misuse" + (note.map { ": \($0.prefix { $0 != "\n" })" } ?? "")
    case .other: note ?? "unknown event"
    }
  }

  private var workText: String { work.map { "\($0)" } ?? "work" }

  /// The longest text of an error or of a report, in bytes. An error may contain the response of a server.
  private static let longestNote = 1000

  /// The description of the error with which work failed; nil for any other event.
  package var error: String? { kind == .workFailed ? note.map { Self.shortened($0, Self.longestNote) } : nil }

  /// A one-line description of the event's action, work or note.
  ///
  /// - Parameter limit: The maximum size in bytes. Up to 1,000 bytes of an error or of a report are kept in any case,
  ///   because a report ends with the fix.
  package func text(limit: Int = 160) -> String {
    if let action { return ValueText.describe(action, limit: limit) }
    return Self.shortened(textWithoutAction, max(limit, Self.longestNote))
  }

  private var textWithoutAction: String {
    if kind == .computed, let work { return "\(work) in \(note ?? "?")" }
    if let work { return "\(work)" + (error.map { ": \($0)" } ?? "") }
    return note ?? kind.rawValue
  }

  private static func shortened(_ text: String, _ bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    return PrintableText.prefix(of: text[...], bytes: bytes) + "… (\(text.utf8.count) bytes)"
  }

  /// Returns the event as it may leave the process if values are redacted.
  ///
  /// The notes of failures and misuse are omitted, because their text may contain unredacted values.
  package func redacted(_ redact: ((Any) -> Any)?) -> RecordedEvent {
    guard let redact else { return self }
    var event = self
    event.action = action.map { Recording.sendable(redact($0)) }
    if kind == .workFailed || kind == .misuse { event.note = nil }
    return event
  }
}

/// Converts the steps of a chunk to events.
struct EventReader {
  private let chunk: RecordedChunk
  private let clock: RecordingClock

  init(_ chunk: RecordedChunk, _ clock: RecordingClock) {
    self.chunk = chunk
    self.clock = clock
  }

  var events: [RecordedEvent] { events(after: 0) }

  /// The chunk's events with numbers greater than `number`.
  func events(after number: Int) -> [RecordedEvent] {
    var positions = Array(repeating: 0, count: chunk.logs.count)
    return chunk.steps.indices.compactMap { index in
      let (step, isWanted) = (chunk.steps[index], Int(chunk.first) + index > number)
      guard step.kind != .note else { return isWanted ? note(step, number: Int(chunk.first) + index) : nil }
      let log = chunk.logs[Int(step.log)]
      defer { positions[Int(step.log)] += 1 }
      guard isWanted, step.isEvent else { return nil }
      let action = log.action(at: positions[Int(step.log)])
      let store = log.store(of: step.path)
      return turn(step, action, store, log.name(of: store), number: Int(chunk.first) + index)
    }
  }

  private func note(_ step: RecordedStep, number: Int) -> RecordedEvent {
    let note = chunk.notes[Int(step.path)]
    let parts = Self.parts(of: note.kind)
    return event(step, parts, note.store, note.storeName, nil, number)
  }

  private func turn(
    _ step: RecordedStep, _ action: any Sendable, _ store: UInt64, _ name: String?, number: Int
  ) -> RecordedEvent {
    let parts: Parts =
      switch step.kind {
      case .dropped: (.dropped, action, nil, nil)
      case .replacement: (.replaced, nil, nil, nil)
      case .turn, .dispatch, .level, .note: (.action, action, nil, nil)
      }
    let timing = RecordedEvent.Timing(
      waited: duration(step.origin.waited), reducing: duration(step.reducing), publishing: duration(step.publishing),
      observers: Int(step.observers))
    return event(step, parts, store, name, timing, number)
  }

  private typealias Parts = (kind: RecordedEvent.Kind, action: (any Sendable)?, work: StoreWork?, note: String?)

  private static func parts(of kind: StoreEvent.Kind) -> Parts {
    switch kind {
    case .turnBegan(let action), .reduced(let action): (.action, action, nil, nil)
    case .dropped(let action): (.dropped, action, nil, nil)
    case .replaced, .published: (.replaced, nil, nil, nil)
    case .computed(let name, let time): (.computed, nil, StoreWork(name: name, run: 0), EventText.text(of: time))
    case .workStarted(let work): (.workStarted, nil, work, nil)
    case .workEnded(let work): (.workEnded, nil, work, nil)
    case .workFailed(let work, let error): (.workFailed, nil, work, error)
    case .workCancelled(let work): (.workCancelled, nil, work, nil)
    case .storeMade(_, let stateType, _): (.storeMade, nil, nil, "store of \(stateType)")
    case .storeGone: (.storeGone, nil, nil, nil)
    case .misuse(let misuse): (.misuse, nil, nil, misuse.description)
    }
  }

  private func event(
    _ step: RecordedStep, _ parts: Parts, _ store: UInt64, _ name: String?, _ timing: RecordedEvent.Timing?,
    _ number: Int
  ) -> RecordedEvent {
    RecordedEvent(
      number: number, kind: parts.kind, store: store, storeName: name,
      cause: step.origin.cause == 0 ? nil : number - Int(step.origin.cause),
      began: clock.sinceStart(step.origin.began), timing: timing, action: parts.action, work: parts.work,
      note: parts.note)
  }

  private func duration(_ units: UInt32) -> Duration { Ticks.duration(RecordedOrigin.ticks(units)) }
}
