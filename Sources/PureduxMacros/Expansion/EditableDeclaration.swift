/// A structure with `@Editable`, split into the parts that the expansion needs.
struct EditableDeclaration: Equatable {
  /// The access modifier of the generated declarations, with a trailing space. Empty for the default access level.
  var access: String
  /// `nonisolated` with a trailing space if the structure has that modifier; otherwise empty. The generated enumeration
  /// needs the modifier if main-actor isolation is the default.
  var isolation: String
  var members: [Member]

  enum Member: Equatable {
    case property(Property)
    /// An `#if`, `#elseif`, `#else` or `#endif` line between the properties.
    case condition(DeclarationPart)
  }

  /// A property that edits can set.
  struct Property: Equatable {
    /// The name without backticks.
    var name: String
    /// The type; an optional type if the property declares the type with `!`.
    var type: String
  }
}

/// The code that `@Editable` expands to. `struct SyncUp { var title = ""; var attendees: [Attendee] }` gets the members
///
///     enum Edit: Hashable, Codable, Sendable {
///       case `title`(String)
///       case `attendees`([Attendee])
///     }
///     mutating func apply(_ edit: Edit) {
///       switch edit {
///       case .`title`(let newValue): self.`title` = newValue
///       case .`attendees`(let newValue): self.`attendees` = newValue
///       }
///     }
extension EditableDeclaration {
  /// - Parameter conformances: The protocols that the enumeration conforms to.
  func expansion(conformances: [String]) -> String {
    let cases = lines { "case `\($0.name)`(\($0.type))" }
    let assignments = lines { "case .`\($0.name)`(let newValue): self.`\($0.name)` = newValue" }
    return """
      \(isolation)\(access)enum Edit: \(conformances.joined(separator: ", ")) {
      \(cases)
      }
      \(access)mutating func apply(_ edit: Edit) {
      switch edit {
      \(assignments)
      }
      }
      """
  }

  /// Returns a line for each property, inside the conditions of the property.
  private func lines(_ line: (Property) -> String) -> String {
    var lines: [String] = []
    // The `#if` blocks that are open: where each begins, and whether it contains a property.
    var blocks: [(start: Int, hasProperty: Bool)] = []
    for member in members {
      switch member {
      case .property(let property):
        lines.append(line(property))
        if !blocks.isEmpty { blocks[blocks.count - 1].hasProperty = true }
      case .condition(let condition):
        if condition.name == "#if" { blocks.append((lines.count, false)) }
        lines.append(condition.text)
        guard condition.name == "#endif", let block = blocks.popLast() else { continue }
        if !block.hasProperty {
          lines.removeSubrange(block.start...)
        } else if !blocks.isEmpty {
          blocks[blocks.count - 1].hasProperty = true
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// The protocols that the attribute names, as in `@Editable(Equatable.self)`.
struct EditableConformances: Equatable {
  private(set) var names = ["Hashable", "Codable", "Sendable"]

  /// Reads the arguments of the attribute, or throws the first problem found.
  init(scanning attribute: String) throws(EditableError) {
    var cursor = SourceCursor(attribute)
    cursor.skipNameOfAttribute()
    guard cursor.take("(") else { return }
    var names: [String] = []
    repeat {
      cursor.skipTrivia()
      if cursor.isAt(")") { break }
      let start = cursor.index
      names.append(try cursor.metatype(at: start))
    } while cursor.take(",")
    if !names.isEmpty { self.names = names }
  }
}

extension SourceCursor {
  /// Advances past the name of the attribute at this position.
  fileprivate mutating func skipNameOfAttribute() {
    skipTrivia()
    _ = take("@")
    while identifier() != nil, take(".") {}
    skipTrivia()
  }

  /// Scans an expression such as `Equatable.self`, and returns the name of the type.
  fileprivate mutating func metatype(at start: Int) throws(EditableError) -> String {
    var names: [String] = []
    repeat {
      skipTrivia()
      guard let name = identifier() else { throw EditableError(.noProtocol, at: start) }
      names.append(name)
      skipTrivia()
    } while take(".")
    guard names.count > 1, names.removeLast() == "self", isAt(",") || isAt(")") else {
      throw EditableError(.noProtocol, at: start)
    }
    return names.joined(separator: ".")
  }
}

/// A reason why `@Editable` cannot be expanded.
enum EditableProblem: Equatable {
  case noStructure
  case noProperties(name: String)
  case noType(name: String)
  case opaque(name: String)
  case selfInType
  case pattern
  case declared(String)
  case noProtocol
  case unreadable

  func message(macro: String) -> String {
    switch self {
    case .noStructure: "'\(macro)' can only be attached to a 'struct'"
    case .noProperties(let name):
      "'\(macro)' needs a stored 'var' that can be set wherever '\(name)' can be used; there is none"
    case .noType(let name):
      "'\(macro)' needs the type of '\(name)', because a macro sees no inferred types; write 'var \(name): T = …'"
    case .opaque(let name):
      "'\(macro)' cannot store the opaque type of '\(name)'; write 'any', or the type itself, or '@EditableIgnored'"
    case .selfInType: "'\(macro)' needs the name of the structure here, instead of 'Self'"
    case .pattern: "'\(macro)' needs a name for each property, not a pattern"
    case .declared(let name): "'\(macro)' declares '\(name)'; remove or rename this one"
    case .noProtocol: "'\(macro)' needs protocols, as in 'Equatable.self'"
    case .unreadable: "'\(macro)' cannot read a declaration as complex as this"
    }
  }
}

/// A problem with a structure, and the byte offset at which to report the problem.
struct EditableError: Error, Equatable {
  let problem: EditableProblem
  let offset: Int

  init(_ problem: EditableProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
