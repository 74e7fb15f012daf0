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
