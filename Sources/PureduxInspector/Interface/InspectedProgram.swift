/// What the page and its JSON interface ask of a program. A recording answers for a live program.
///
/// It is asked on the server's thread, and changes are told by `lastEvent` alone: nobody is woken.
package protocol InspectedProgram: Sendable {
  var name: String { get }
  /// The number of the oldest event that is kept. Numbers start at 1 and grow.
  var firstEvent: Int { get }
  /// 0 before the first event.
  var lastEvent: Int { get }
  /// At most `limit` events with greater numbers than `number`, oldest first.
  func events(after number: Int, limit: Int) -> [InspectedEvent]
  /// The chain of events that led to this one, nearest first.
  func causes(of event: Int) -> [InspectedEvent]
  /// The events that this one caused directly.
  func effects(of event: Int) -> [InspectedEvent]

  /// Those that are gone included, while events of theirs are kept.
  var stores: [InspectedStore] { get }
  /// The store's own state after an event, recomputed; nil where the store was not there.
  func state(ofStore store: UInt64, after event: Int) -> (any Sendable)?
  /// What the event changed in the states of all stores.
  func changes(at event: Int) -> [InspectedChange]
  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange]

  var travel: TravelState { get }
  /// Begins the command and returns at once. `travel` says when it has happened.
  func perform(_ command: TravelCommand)
  /// Dispatches the action of an event again, to the store that it was dispatched to.
  func dispatchAgain(_ event: Int) throws(InspectedProgramRefusal)
  /// Dispatches an action that the store's action type decodes from JSON.
  func dispatch(json: [UInt8], toStore store: UInt64) throws(InspectedProgramRefusal)

  /// A test with the actions of these events, as Swift source; nil where none can be written.
  func story(ofStore store: UInt64, from: Int, to: Int) -> String?
}

/// Why an action was not dispatched, in one sentence without quotation marks.
package struct InspectedProgramRefusal: Error, Equatable {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}
