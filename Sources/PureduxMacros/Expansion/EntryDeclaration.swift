/// A property with one of the macros, split into the parts that the expansion needs.
struct EntryDeclaration: Equatable {
  var attributes: [DeclarationPart]
  var modifiers: [DeclarationPart]
  /// Without back-ticks.
  var name: String
  var type: String?
  var initialValue: String
}
