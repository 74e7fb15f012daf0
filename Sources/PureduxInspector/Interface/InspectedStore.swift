/// A store of the program, as the page shows it.
struct InspectedStore: Sendable {
  let id: UInt64
  var name: String?
  var stateType: String
  var actionType: String
  var parent: UInt64?
  var isGone = false

  /// Its name, or else its state's type with its number.
  var title: String { name ?? "\(stateType) #\(id)" }
}
