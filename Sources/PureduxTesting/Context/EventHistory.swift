/// The unreceived actions and the running work of a test's stores.
final class EventHistory: Sendable {
  private struct Reference: Sendable {
    weak var listener: (any TurnListener)?
  }

  private struct Content: Sendable {
    var current: TurnRecord?
    /// Whether the reducers of the current action may still run.
    var isReducing = false
    var records: [TurnRecord] = []
    var running: [(store: StoreID, work: StoreWork)] = []
    /// The names of the work started most recently in the current step, without duplicates.
    var begun: [String] = []
    var recordCount = 0
    var childCount = 0
    var listeners: [Reference] = []
    var sending = Sending.nothing

    mutating func begin(_ work: StoreWork, at store: StoreID) {
      running.append((store, work))
      guard begun.last != work.name else { return }
      begun.removeAll { $0 == work.name }
      begun = begun.suffix(4) + [work.name]
    }
  }

  /// The progress of the action that the test has just sent.
  private enum Sending {
    case nothing, posted, underWay, reduced
  }

  private let content = Guarded(Content())

  /// Receives the events of all trees in the test.
  @Sendable func receive(_ event: StoreEvent) {
    switch event.kind {
    case .turnBegan(let action):
      var context = StoreContext.current
      context.identities = context.identities.fork()
      content.withLock { [context] in
        $0.recordCount += 1
        $0.isReducing = true
        $0.current = TurnRecord(
          number: $0.recordCount, action: action, store: event.store, context: context, time: event.time)
        if $0.sending == .posted { $0.sending = .underWay }
      }
    case .published:
      let (number, listeners) = content.withLock { content in
        let record = content.current
        if let record { content.records.append(record) }
        content.current = nil
        if content.sending == .underWay { content.sending = .reduced }
        return (record?.number, content.listeners.compactMap(\.listener))
      }
      for listener in listeners where listener.tree == event.store.tree { listener.goOn(by: number) }
    case .workStarted(let work): content.withLock { $0.begin(work, at: event.store) }
    case .workEnded(let work), .workFailed(let work, _), .workCancelled(let work):
      content.withLock { content in
        let index = content.running.firstIndex { $0.store == event.store && $0.work == work }
        if let index { content.running.remove(at: index) }
      }
    case .dropped:
      content.withLock {
        $0.current = nil
        if $0.sending == .underWay { $0.sending = .nothing }
      }
    case .reduced: content.withLock { $0.isReducing = false }
    case .storeMade: content.withLock { $0.childCount += 1 }
    case .storeGone: content.withLock { $0.childCount -= 1 }
    case .replaced, .computed, .misuse: break
    }
  }

  /// Adds the form in which the stores above an embedding receive the current action.
  func embedded(_ action: any Sendable, below: any AnyObject & Sendable, above: any AnyObject & Sendable) {
    content.withLock { if $0.isReducing { $0.current?.add(action, below: below, above: above) } }
  }

  /// Adds states that the reducers of the current action have changed.
  func changed(_ states: [TurnRecord.ChangedState]) {
    content.withLock { if $0.isReducing { $0.current?.add(states) } }
  }

  /// Calls `listener` after each turn of the listener's tree. The listener is not retained.
  func add(_ listener: any TurnListener) {
    content.withLock { content in
      content.listeners.removeAll { $0.listener == nil }
      content.listeners.append(Reference(listener: listener))
    }
  }

  /// Marks the next turn as the turn of the action that the test sends.
  func beginSending() { content.withLock { $0.sending = .posted } }

  /// Removes and returns the record of the sent action, or returns nil if no store reduced the action.
  func takeSent() -> TurnRecord? {
    content.withLock { content in
      defer { content.sending = .nothing }
      return content.sending == .reduced ? content.records.removeFirst() : nil
    }
  }

  /// Advances the states of all test stores past the actions up to the record with this number.
  func move(to record: Int) {
    for listener in content.withLock({ $0.listeners.compactMap(\.listener) }) { listener.move(to: record) }
  }

  var unreceived: [TurnRecord] { content.withLock { $0.records } }

  /// Removes and returns the first unreceived action.
  func takeFirst() -> TurnRecord? {
    content.withLock { $0.records.isEmpty ? nil : $0.records.removeFirst() }
  }

  /// Removes and returns up to `count` unreceived actions, oldest first.
  func takeFirst(_ count: Int) -> [TurnRecord] {
    content.withLock { content in
      let taken = Array(content.records.prefix(count))
      content.records.removeFirst(taken.count)
      return taken
    }
  }

  /// The number of child stores that exist.
  var childCount: Int { content.withLock { $0.childCount } }

  /// Forgets running work at the end of a story, so that the work is reported only once.
  func forgetRunningWork() { content.withLock { $0.running = [] } }

  func beginStep() { content.withLock { $0.begun = [] } }

  /// Up to five distinct names of work that is running or was started in the current step.
  var lastWork: [String] {
    content.withLock { content in
      let running = content.running.map(\.work.name).reversed().reduce(into: [String]()) { names, name in
        if names.count < 5, !names.contains(name), !content.begun.contains(name) { names.append(name) }
      }
      return (running.reversed() + content.begun).suffix(5)
    }
  }

  /// The names of the work that has started but not ended, excluding daemons.
  var workLeft: [String] { content.withLock { $0.running.filter { !$0.work.isDaemon }.map(\.work.name) } }

  /// The names of the work that has started but not ended.
  var runningWork: [String] { content.withLock { $0.running.map(\.work.name) } }
}
