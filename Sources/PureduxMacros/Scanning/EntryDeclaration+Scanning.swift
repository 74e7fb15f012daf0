extension EntryDeclaration {
  /// Splits the declaration of a property into its parts, or throws the first problem found.
  init(scanning source: String) throws(EntryError) {
    var cursor = SourceCursor(source)
    do {
      self = try cursor.entry()
    } catch {
      throw cursor.hasGivenUp ? EntryError(.tooComplex, at: SourceCursor.firstToken(of: source)) : error
    }
    if cursor.hasGivenUp { throw EntryError(.tooComplex, at: SourceCursor.firstToken(of: source)) }
  }
}

extension SourceCursor {
  fileprivate mutating func entry() throws(EntryError) -> EntryDeclaration {
    let attributes = attributes()
    let (modifiers, keyword, offset) = modifiers()
    try check(modifiers, keyword, at: offset)

    skipTrivia()
    let nameOffset = index
    guard let name = identifier(), name != "_" else { throw EntryError(.pattern, at: nameOffset) }
    skipTrivia()

    var type: String?
    var opaque: Int?
    if take(":") {
      skipTrivia()
      let start = index
      let someType = nextOpaqueType
      let end = skipType()
      opaque = someType.flatMap { $0 < end ? $0 : nil }
      type = text(start..<end)
    }

    guard take("=") else {
      switch current {
      case UInt8(ascii: "{"): throw EntryError(.computed, at: index)
      case _ where opaque != nil: throw EntryError(.opaque(name: name), at: opaque ?? nameOffset)
      case UInt8(ascii: ","): throw EntryError(.several, at: index)
      default: throw EntryError(.noDefault(name: name), at: nameOffset)
      }
    }
    skipTrivia()
    let start = index
    let end = skipInitialValue()
    if isAt(",") { throw EntryError(.several, at: index) }
    if isAt("{") { throw EntryError(.observers, at: index) }
    guard start < end else { throw EntryError(.noDefault(name: name), at: nameOffset) }
    if let opaque { throw EntryError(opaque: name, at: opaque, initialValue: text(start..<end)) }
    return EntryDeclaration(
      attributes: attributes, modifiers: modifiers, name: name, type: type, initialValue: text(start..<end))
  }

  private func check(
    _ modifiers: [DeclarationPart], _ keyword: String?, at offset: Int
  ) throws(EntryError) {
    if keyword == "let" { throw EntryError(.constant, at: offset) }
    guard keyword == "var" else { throw EntryError(.noVariable, at: offset) }
    for modifier in modifiers {
      switch modifier.name {
      case "static", "class": throw EntryError(.typeMember(keyword: modifier.name), at: modifier.offset)
      case "lazy", "weak", "unowned", "override", "dynamic":
        throw EntryError(.modifier(modifier.name), at: modifier.offset)
      default: break
      }
    }
  }
}

/// The header of a type, an extension or a function: the part of the declaration before the body.
struct DeclarationHeader: Equatable {
  /// The keyword, for example `extension`.
  let keyword: String
  /// The name without backticks. For `A.B`, the name is `A`.
  let name: String
  let modifiers: [DeclarationPart]
  /// Whether generic parameters or arguments follow the name.
  let isGeneric: Bool
  /// Whether a list of inherited types or protocols follows.
  let hasInheritanceClause: Bool

  /// Returns nil if the source contains no declaration keyword.
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
      // `modifiers()` returned `class` and the class name as modifiers, because `class` is a modifier in `class func`.
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

/// An attribute or a modifier of a declaration, or an `#if`, `#else` or `#endif` line between them.
struct DeclarationPart: Equatable {
  /// The name, for example `available`, `MainActor`, `private` or `#if`.
  let name: String
  /// The source text, for example `@available(iOS 17, *)`, `private(set)` or `#if DEBUG`.
  let text: String
  let offset: Int

  var isCondition: Bool { name.hasPrefix("#") }

  /// The `#if` condition for the attribute's language versions; nil if the attribute names no version.
  ///
  /// For example, `@available(swift, introduced: 5.5, obsoleted: 6)` names two versions.
  var languageCondition: String? {
    guard name == "available", let start = text.firstIndex(of: "(") else { return nil }
    // Stop at a quotation mark, because a message may follow the versions.
    let arguments = text[start...].dropFirst().prefix { $0 != "\"" && $0 != ")" }.split(separator: ",")
    let words = arguments.map { $0.filter { !$0.isWhitespace } }
    guard let first = words.first, first.hasPrefix("swift") else { return nil }
    var conditions = first == "swift" ? [] : ["swift(>=\(first.dropFirst(5)))"]
    for word in words.dropFirst() {
      if word.hasPrefix("introduced:") { conditions.append("swift(>=\(word.dropFirst(11)))") }
      if word.hasPrefix("obsoleted:") { conditions.append("swift(<\(word.dropFirst(10)))") }
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }
}

extension [DeclarationPart] {
  /// The access modifier among these modifiers, ignoring a setter's modifier such as `private(set)`.
  var accessLevel: String? {
    let levels = ["public", "package", "internal", "fileprivate", "private"]
    return first { levels.contains($0.text) }?.name
  }
}
