internal import PureduxRecording

/// The data that the inspector's page and JSON interface request from a program.
///
/// The inspector's server calls the protocol's requirements on its own thread. Clients poll `lastEvent` for changes;
/// the program does not notify clients.
package protocol InspectedProgram: Sendable {
  var name: String { get }
  /// Whether the events were read from a file, in which case no further events follow.
  var isFile: Bool { get }
  /// The number of the oldest retained event. Event numbers start at 1, and each event has a greater number than the
  /// previous event.
  var firstEvent: Int { get }
  /// The number of the newest event; 0 before the first event.
  var lastEvent: Int { get }
  /// At most `limit` events with numbers greater than `number`, oldest first.
  func events(after number: Int, limit: Int) -> [RecordedEvent]
  /// The chain of causes of an event, nearest first.
  func causes(of event: Int) -> [RecordedEvent]
  /// The events that the given event caused directly.
  func effects(of event: Int) -> [RecordedEvent]

  /// The known stores, including released stores whose events are retained.
  var stores: [RecordedStore] { get }
  /// Recomputes a store's own state after an event.
  ///
  /// Returns nil if the store did not exist, or if the program was read from a file: computing states requires the
  /// program's reducers.
  func state(ofStore store: UInt64, after event: Int) throws(StateRefusal) -> (any Sendable)?
  /// The changes that an event made to the states of all stores.
  func changes(at event: Int) throws(StateRefusal) -> [InspectedChange]
  func changes(ofStore store: UInt64, from: Int, to: Int) throws(StateRefusal) -> [InspectedChange]

  /// The recorded state of a store, for a program whose states cannot be computed.
  ///
  /// The result contains the event after which the state was recorded: the given event, or the latest earlier event
  /// with a recorded state. The result is nil if no state of the store was recorded up to the given event.
  func recordedState(ofStore store: UInt64, after event: Int) -> (value: any Sendable, event: Int)?
  /// The identities and times that reducers read during each event in the range.
  func draws(in events: ClosedRange<Int>) -> [Int: [RecordedDraws.Draw]]

  /// The events after which states are known.
  var knownStates: KnownStates { get }
  /// Whether the state of the store is known after at least one event.
  func hasStates(ofStore store: UInt64) -> Bool
}

extension InspectedProgram {
  package var isFile: Bool { false }
  package var knownStates: KnownStates { KnownStates() }
  package func hasStates(ofStore store: UInt64) -> Bool { true }
  package func recordedState(ofStore store: UInt64, after event: Int) -> (value: any Sendable, event: Int)? { nil }
  package func draws(in events: ClosedRange<Int>) -> [Int: [RecordedDraws.Draw]] { [:] }

  /// Whether a store's states after both events are known, so that their difference is complete.
  func knowsDifference(ofStore store: UInt64, from: Int, to: Int) -> Bool {
    hasStates(ofStore: store) && knownStates.contains(from) && knownStates.contains(to)
  }
}

/// A program that the page can control, by moving it back in time or sending it actions.
package protocol ControlledProgram: InspectedProgram {
  var travel: TravelState { get }
  /// Starts a command and returns immediately. `travel` changes when the command has taken effect.
  func perform(_ command: TravelCommand)
  /// Redispatches the action of an event to its original store.
  func dispatchAgain(_ event: Int) throws(ControlRefusal)
  /// Decodes an action from JSON and dispatches the action to a store.
  func dispatch(json: [UInt8], toStore store: UInt64) throws(ControlRefusal)
}

/// A value that differs between two states of a store.
package struct InspectedChange: Sendable, Equatable {
  var store: UInt64
  /// The path of the value, for example `user.name` or `items[2]`; empty for the whole state.
  var path: String
  /// The text of the value before the change; nil if the value was absent.
  var before: String?
  /// The text of the value after the change; nil if the value is absent.
  var after: String?

  package init(store: UInt64, path: String, before: String? = nil, after: String? = nil) {
    self.store = store
    self.path = path
    self.before = before
    self.after = after
  }
}

/// The reason a state cannot be computed now, as a sentence without quotation marks.
package struct StateRefusal: Error, Equatable {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

/// The reason an action was not dispatched, as a sentence without quotation marks.
package struct ControlRefusal: Error, Equatable {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

/// A run of work from its start to its end, assembled from events.
struct WorkRun {
  let started: RecordedEvent
  /// The event that ended the work; nil while the work is running.
  var ended: RecordedEvent?

  /// Returns the runs of work in these events, ordered by start.
  ///
  /// An event that ends work is skipped if the event that started the work is no longer retained.
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
