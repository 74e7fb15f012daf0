/// The members of an enumeration, as far as they have been read.
struct EnumerationMembers {
  private(set) var cases: [CasesDeclaration.Case] = []
  /// The attributes in front of the next member that `@Cases` copies.
  private(set) var attributes: [DeclarationPart] = []
  private var properties: [(name: String, offset: Int)] = []
  private var openConditions = 0
  private var isStatic = false
  private var lastWord: String?

  /// Whether the word `case` declares one here, and is not that of an `if` expression.
  var mayBeginCase: Bool { lastWord != "if" }

  mutating func note(_ attribute: DeclarationPart) {
    switch attribute.name {
    case "#if": openConditions += 1
    case "#endif": openConditions -= 1
    case "available": attributes.append(attribute)
    default: break
    }
  }

  mutating func noteWord(_ word: String, at offset: Int) {
    if word == "Cases", let lastWord, ["struct", "class", "enum", "actor", "typealias"].contains(lastWord) {
      properties.append((word, offset))
    }
    lastWord = word
    if word == "static" || word == "class" { isStatic = true }
    // What follows an attribute is a case only with `indirect` between them.
    if word != "indirect" { attributes = [] }
  }

  mutating func noteOther() { lastWord = nil }

  mutating func noteProperty(_ name: String, at offset: Int) {
    if !isStatic || name == "cases" { properties.append((name, offset)) }
  }

  mutating func add(_ new: CasesDeclaration.Case) { cases.append(new) }

  mutating func endMember() {
    attributes = []
    isStatic = false
    lastWord = nil
  }

  /// Throws the first problem of the names that have been read.
  func check(at offset: Int) throws(CasesError) {
    if openConditions > 0 { throw CasesError(.conditional, at: offset) }
    for (index, found) in cases.enumerated() {
      if ["cases", "Cases"].contains(found.name) { throw CasesError(.reservedName(found.name), at: found.offset) }
      if cases[..<index].contains(where: { $0.name == found.name }) {
        throw CasesError(.sameName(found.name), at: found.offset)
      }
    }
  }

  /// Throws if another member has the name of a case, or one that the macro declares.
  func checkProperties() throws(CasesError) {
    for property in properties {
      let isReserved = property.name == "cases" || property.name == "Cases"
      guard isReserved || cases.contains(where: { $0.name == property.name }) else { continue }
      throw CasesError(.declared(property.name), at: property.offset)
    }
  }
}
