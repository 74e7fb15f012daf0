internal import Dispatch
internal import PureduxCore

/// Prints the events of a recording, in order, outside the turns of the tree.
///
/// A tap on the tree wakes the writer; further wake-ups are coalesced until the writer has caught up. The writer then
/// posts a message to the tree. When the message is delivered, the writer prints the events recorded so far, so no
/// event is printed before its turn has ended.
final class LogWriter: @unchecked Sendable {
  // SAFETY: `walk`, `causes`, `names` and `hasEnded` are accessed only on `queue`, which is serial. All other
  // properties are constant or atomic.
  private var walk: ChangeWalk
  private var causes: RecentTexts
  /// Copies of the stores' names: a store may be released before its last events are printed.
  private var names: [UInt64: String]
  private var hasEnded = false

  private let recording: Recording
  private let text: EventText
  private let changes: Bool
  private let isPrinted: @Sendable (RecordedEvent) -> Bool
  private let printer: @Sendable (String) -> Void
  private let queue: DispatchQueue
  private let isAwake = AtomicFlag()

  /// The maximum number of events per read of the history. Reads are kept short, because the history cannot discard
  /// events during a read.
  private static var batchSize: Int { 64 }

  init(
    _ recording: Recording, _ text: EventText, changes: Bool, isPrinted: (@Sendable (RecordedEvent) -> Bool)?,
    printer: @escaping @Sendable (String) -> Void
  ) {
    self.recording = recording
    self.text = text
    self.changes = changes
    self.isPrinted = isPrinted ?? { event in event.kind != .computed }
    self.printer = printer
    walk = ChangeWalk(recording.history, after: UInt64(recording.lastEvent))
    causes = RecentTexts()
    names = Dictionary(
      uniqueKeysWithValues: recording.stores.compactMap { store in store.name.map { (store.id, $0) } })
    // Main-actor reducers may be replayed only on the main actor.
    queue =
      recording.history.tree.reducesOnMain && changes
      ? .main : DispatchQueue(label: "PureduxRecording.log", qos: .utility)
  }

  var context: StoreContext { recording.history.tree.context }

  /// Prints new events until the returned token is cancelled.
  func follow() -> StoreSubscription {
    let tap = recording.history.tree.tap { [weak self] _ in self?.wake() }
    // Events may have been recorded before the tap was registered.
    wake()
    return tap
  }

  private func wake() {
    if isAwake.raise() { printRest { [self] in rest() } }
  }

  private func rest() {
    isAwake.lower()
    // An event that was recorded while `isAwake` was raised did not wake the writer.
    if !hasEnded, UInt64(recording.lastEvent) > walk.position { wake() }
  }

  /// Prints the remaining events, and then stops the writer.
  func end() { printRest { [self] in hasEnded = true } }

  /// Prints the events of all messages posted so far, and then calls `body`.
  func printRest(then body: @escaping @Sendable () -> Void = {}) {
    let history = recording.history
    history.tree.afterDelivery(of: history.recorder) { [self] lastEvent, isTakenOver in
      queue.async { [self] in
        print(upTo: lastEvent)
        if isTakenOver { sayThatItIsTakenOver() }
        body()
      }
    }
  }

  private func print(upTo last: UInt64) {
    while walk.position < last, !hasEnded {
      let batch = walk.next(
        upTo: last, atMost: Self.batchSize, comparing: changes ? wants : { _ in false }, text.redacted)
      if batch.missed > 0 { printer(text.missed(batch.missed)) }
      for step in batch.steps { print(step) }
    }
  }

  private func print(_ step: ChangeWalk.Step) {
    let (event, store) = (step.event, step.event.store)
    let line = text.line(of: event)
    causes.put(line, number: event.number)
    if let name = event.storeName { names[store] = name }
    if wants(event) {
      let cause = event.cause.map { number in (number, causes.text(of: number)) }
      printer(text.text(of: event, line, cause: cause, changes: step.changes, names: names))
    }
    if event.kind == .storeGone { names[store] = nil }
  }

  private func wants(_ event: RecordedEvent) -> Bool { isPrinted(event) || text.isSlow(event) }

  private func sayThatItIsTakenOver() {
    guard !hasEnded else { return }
    hasEnded = true
    printer(text.takenOver)
  }
}

/// A ring buffer with the log lines of recent events, used to quote an event's cause.
struct RecentTexts {
  private var slots: [(number: Int, text: String)?]

  init(count: Int = 256) { slots = Array(repeating: nil, count: count) }

  mutating func put(_ text: String, number: Int) { slots[number % slots.count] = (number, text) }

  /// Returns the log line of an event, or nil if the line has been overwritten.
  func text(of number: Int) -> String? {
    guard let slot = slots[number % slots.count], slot.number == number else { return nil }
    return slot.text
  }
}
