/// A store of the program, as the page shows it.
package struct InspectedStore: Sendable {
  let id: UInt64
  var name: String?
  var stateType: String
  var actionType: String
  var parent: UInt64?
  var isGone = false

  package init(
    id: UInt64, name: String? = nil, stateType: String, actionType: String, parent: UInt64? = nil, isGone: Bool = false
  ) {
    self.id = id
    self.name = name
    self.stateType = stateType
    self.actionType = actionType
    self.parent = parent
    self.isGone = isGone
  }

  /// Its name, or else its state's type with its number.
  var title: String { name ?? "\(stateType) #\(id)" }
}
