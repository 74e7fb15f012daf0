internal import PureduxRecording

/// What the page and its JSON interface ask of a program.
///
/// It is asked on the server's thread, and changes are told by `lastEvent` alone: nobody is woken.
package protocol InspectedProgram: Sendable {
  var name: String { get }
  /// The number of the oldest event that is kept. Numbers start at 1 and grow.
  var firstEvent: Int { get }
  /// 0 before the first event.
  var lastEvent: Int { get }
  /// At most `limit` events with greater numbers than `number`, oldest first.
  func events(after number: Int, limit: Int) -> [RecordedEvent]
  /// The chain of events that led to this one, nearest first.
  func causes(of event: Int) -> [RecordedEvent]
  /// The events that this one caused directly.
  func effects(of event: Int) -> [RecordedEvent]

  /// Those that are gone included, while events of theirs are kept.
  var stores: [RecordedStore] { get }
  /// The store's own state after an event, recomputed; nil where the store was not there.
  func state(ofStore store: UInt64, after event: Int) throws(StateRefusal) -> (any Sendable)?
  /// What the event changed in the states of all stores.
  func changes(at event: Int) throws(StateRefusal) -> [InspectedChange]
  func changes(ofStore store: UInt64, from: Int, to: Int) throws(StateRefusal) -> [InspectedChange]

  /// A state that was written down, where none can be computed, and the event after which it was: this one, or the latest
  /// before it. Nil where none was written.
  func recordedState(ofStore store: UInt64, after event: Int) -> (value: any Sendable, event: Int)?
}

extension InspectedProgram {
  package func recordedState(ofStore store: UInt64, after event: Int) -> (value: any Sendable, event: Int)? { nil }
}

/// A program whose time the page may change, and to whose stores it may send actions.
package protocol ControlledProgram: InspectedProgram {
  var travel: TravelState { get }
  /// Begins the command and returns at once. `travel` says when it has happened.
  func perform(_ command: TravelCommand)
  /// Dispatches the action of an event again, to the store that it was dispatched to.
  func dispatchAgain(_ event: Int) throws(ControlRefusal)
  /// Dispatches an action that the store's action type decodes from JSON.
  func dispatch(json: [UInt8], toStore store: UInt64) throws(ControlRefusal)
}

/// One value that differs between two states of a store.
package struct InspectedChange: Sendable, Equatable {
  var store: UInt64
  /// For example `user.name` or `items[2]`; empty for the whole state.
  var path: String
  /// Nil where there was none.
  var before: String?
  /// Nil where there is none.
  var after: String?

  package init(store: UInt64, path: String, before: String? = nil, after: String? = nil) {
    self.store = store
    self.path = path
    self.before = before
    self.after = after
  }
}

/// Why a state cannot be computed now, in one sentence without quotation marks.
package struct StateRefusal: Error, Equatable {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

/// Why an action was not dispatched, in one sentence without quotation marks.
package struct ControlRefusal: Error, Equatable {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

/// One run of work from its start to its end, put together from events.
struct WorkRun {
  let started: RecordedEvent
  /// Nil while it runs.
  var ended: RecordedEvent?

  /// The runs of these events in the order of their starts. An end whose start is no longer kept is left out.
  static func runs(in events: [RecordedEvent]) -> [WorkRun] {
    var runs: [WorkRun] = []
    var running: [Key: Int] = [:]
    for event in events where event.kind.isWork {
      guard let work = event.work else { continue }
      let key = Key(store: event.store, run: work.run, attempt: work.attempt)
      if event.kind == .workStarted {
        running[key] = runs.count
        runs.append(WorkRun(started: event))
      } else if let index = running.removeValue(forKey: key) {
        runs[index].ended = event
      }
    }
    return runs
  }

  private struct Key: Hashable {
    let store: UInt64, run: UInt64, attempt: Int
  }
}
