/// The first part of the declaration of a type, an extension or a function, up to its body.
struct DeclarationHeader: Equatable {
  /// For example `extension`.
  let keyword: String
  /// Without back-ticks; of `A.B` only `A`.
  let name: String
  let modifiers: [DeclarationPart]
  /// Whether generic parameters or arguments follow the name.
  let isGeneric: Bool
  /// Whether the types follow that it inherits from or conforms to.
  let hasInheritanceClause: Bool

  /// Nil if the source is not such a declaration.
  init?(scanning source: String) {
    var cursor = SourceCursor(source)
    _ = cursor.attributes()
    let found = cursor.modifiers()
    modifiers = found.modifiers
    if let keyword = found.keyword {
      self.keyword = keyword
      cursor.skipTrivia()
      name = cursor.identifier() ?? ""
    } else if let index = found.modifiers.lastIndex(where: { $0.name == "class" }) {
      // `class` is read as a modifier, as in `class func`, and the name of a class as another one.
      keyword = "class"
      name = found.modifiers[index...].dropFirst().first?.name ?? ""
    } else {
      return nil
    }
    cursor.skipTrivia()
    while cursor.take(".") {
      cursor.skipTrivia()
      _ = cursor.identifier()
      cursor.skipTrivia()
    }
    isGeneric = cursor.isAt("<")
    if isGeneric { _ = cursor.skipGenericArguments() }
    cursor.skipTrivia()
    hasInheritanceClause = cursor.isAt(":")
  }
}
