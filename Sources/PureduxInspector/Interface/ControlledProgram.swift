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
