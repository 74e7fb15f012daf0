/// A property with an entry macro, split into the parts that the expansion needs.
struct EntryDeclaration: Equatable {
  var attributes: [DeclarationPart]
  var modifiers: [DeclarationPart]
  /// The name without backticks.
  var name: String
  var type: String?
  var initialValue: String
}

extension EntryDeclaration {
  private static let macros: Set<Substring> = ["StoreEntry", "DependencyEntry"]
  /// Attributes that are rejected because they would expose private storage to other modules.
  private static let attributesThatExposeAccessors: Set<String> = [
    "inlinable", "backDeployed", "_alwaysEmitIntoClient", "_transparent",
  ]

  /// The macro's attribute, with or without a module name.
  func attribute(of macro: String) -> DeclarationPart? {
    attributes.first { $0.lastName == macro }
  }

  /// Throws if another attribute rules out an entry.
  func checkOtherAttributes(of macro: String) throws(EntryError) {
    for attribute in attributes where Self.attributesThatExposeAccessors.contains(attribute.name) {
      throw EntryError(.attribute(attribute.name), at: attribute.offset)
    }
    // If both macros are attached, the first expands and the second reports the problem.
    let entries = attributes.filter { Self.macros.contains($0.lastName) }
    guard let first = entries.first, entries.count > 1, first.lastName != macro else { return }
    throw EntryError(.entryTwice(of: String(first.lastName)), at: attribute(of: macro)?.offset ?? 0)
  }
}

extension DeclarationPart {
  /// The name of the attribute without its module qualifier.
  fileprivate var lastName: Substring { name.split(separator: ".").last ?? "" }
}

/// The code that the macros expand to. `@DependencyEntry public var api: any APIClient = LiveClient()` becomes
///
///     public var api: any APIClient {
///       get { Self.__entry_api.value(in: self) }
///       set { Self.__entry_api.set(newValue, in: &self) }
///     }
///     private static let __entry_api = PureduxDependencies.EntryStorage(\Self.`api`, name: "api") {
///     let __default: any APIClient = LiveClient()
///     return __default
///     }
///
/// The names are qualified or begin with underscores, so that no declaration in the user's code can change their
/// meaning. In a type that is not a container, only the storage causes an error, because the accessors depend only on
/// the storage.
extension EntryDeclaration {
  var accessors: String {
    """
    {
      get { Self.\(storageName).value(in: self) }
      set { Self.\(storageName).set(newValue, in: &self) }
    }
    """
  }

  /// The key path lets the compiler infer the type of the storage from the type of the property.
  ///
  /// The initial value is copied byte for byte, because indentation is significant in a multi-line string.
  var storage: String {
    """
    \(attributesOfStorage)\(isolation)private static let \(storageName) = \
    PureduxDependencies.EntryStorage(\\Self.`\(name)`, name: \(literal)) {
    let __default\(type.map { ": \($0)" } ?? "") = \(initialValue)
    return __default
    }
    """
  }

  /// The storage has the property's availability and isolation, under the same `#if` conditions.
  ///
  /// The plug-in receives only names, so it treats every attribute whose name ends in `Actor` as a global actor.
  private var attributesOfStorage: String {
    var copied: [DeclarationPart] = []
    for attribute in attributes {
      switch attribute.name {
      case "#endif":
        copied.append(attribute)
        // Remove an `#if` block without attributes, because the compiler would parse it as a separate declaration.
        let start = copied.lastIndex { $0.name == "#if" } ?? 0
        if copied[start...].allSatisfy(\.isCondition) { copied.removeSubrange(start...) }
      case let name where attribute.isCondition || name == "available" || name.hasSuffix("Actor"):
        copied.append(attribute)
      default: break
      }
    }
    return copied.map { $0.text + "\n" }.joined()
  }

  private var isolation: String {
    modifiers.contains { $0.name == "nonisolated" } ? "nonisolated " : ""
  }

  /// The name of the storage, with the prefix that the macros declare. A name such as `two words` needs backticks.
  private var storageName: String {
    let isPlain = name.utf8.allSatisfy(SourceCursor.isIdentifier)
    return isPlain ? "__entry_\(name)" : "`__entry_\(name)`"
  }

  private var literal: String {
    let escaped = name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"" + escaped.joined() + "\""
  }
}

/// The enclosing declarations of an entry, which determine whether the entry is valid.
struct EntryContext {
  /// The headers of the enclosing syntax elements, innermost first; nil for an element that is not a declaration.
  private let headers: [DeclarationHeader?]

  /// Returns nil if the compiler did not send the lexical context.
  init?(_ lexicalContext: [JSON]?) {
    guard let lexicalContext else { return nil }
    headers = lexicalContext.map { syntax in
      guard syntax["kind"]?.string == "declaration", let source = syntax["source"]?.string else { return nil }
      return DeclarationHeader(scanning: source)
    }
  }

  /// Whether the entry is a protocol requirement.
  var isProtocol: Bool { headers.first.flatMap { $0 }?.keyword == "protocol" }

  /// The reason why an entry is not possible in this context, if any. The plug-in receives only names, so it cannot
  /// determine whether an extended type is a container.
  var problem: EntryProblem? {
    guard let nearest = headers.first.flatMap({ $0 }) else { return .misplaced }
    switch nearest.keyword {
    case "extension": break
    case "struct" where nearest.hasInheritanceClause || nearest.isGeneric: break
    case "struct": return .noContainer(name: nearest.name)
    case "class", "enum", "actor": return .noStructure(keyword: nearest.keyword)
    default: return .misplaced
    }
    return headers.contains { $0?.isGeneric == true } ? .genericContext : nil
  }
}

/// A reason why a declaration cannot be an entry.
enum EntryProblem: Equatable {
  case noVariable
  case constant
  case typeMember(keyword: String)
  case modifier(String)
  case attribute(String)
  case entryTwice(of: String)
  case pattern
  case several
  case opaque(name: String)
  case noDefault(name: String)
  case computed
  case observers
  case misplaced
  case noStructure(keyword: String)
  case genericContext
  case noContainer(name: String)
  case tooComplex

  func message(macro: String) -> String {
    switch self {
    case .noVariable: "'\(macro)' can only be attached to a 'var'"
    case .constant: "'\(macro)' needs a 'var', because an entry can be replaced; this is a 'let'"
    case .typeMember(let keyword): "'\(macro)' needs an instance property; remove '\(keyword)'"
    case .modifier(let name): "'\(macro)' cannot be attached to a '\(name)' property"
    case .attribute(let name): "'\(macro)' cannot be attached to an '@\(name)' property; its storage is private"
    case .entryTwice(let other): "'\(macro)' and '@\(other)' declare the same entry; remove one of them"
    case .pattern: "'\(macro)' needs one property with a name, not a pattern"
    case .several: "'\(macro)' needs a separate declaration for each property"
    case .opaque(let name): "'\(macro)' cannot store the opaque type of '\(name)'; write 'any', or the type itself"
    case .noDefault(let name): "'\(macro)' needs a default value for '\(name)'"
    case .computed: "'\(macro)' cannot be attached to a computed property; give it a default value with '='"
    case .observers: "'\(macro)' cannot be attached to a property with observers"
    case .misplaced: "'\(macro)' belongs on a property of a container, as in 'extension Dependencies { … }'"
    case .noStructure(let keyword):
      "'\(macro)' cannot be in \("ae".contains(keyword.prefix(1)) ? "an" : "a") '\(keyword)'; a container is a 'struct'"
    case .genericContext: "'\(macro)' cannot be in a generic type or function, because its storage is static"
    case .noContainer(let name): "'\(macro)' belongs in a container; make '\(name)' conform to 'EntryContainer'"
    case .tooComplex: "'\(macro)' cannot read a declaration as complex as this; move its default into a function"
    }
  }
}

/// A problem with a declaration, and the byte offset at which to report the problem.
struct EntryError: Error, Equatable {
  let problem: EntryProblem
  let offset: Int
  /// The accessors that the macro generates despite the problem, to prevent a second compiler error.
  let accessors: String

  init(_ problem: EntryProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
    switch problem {
    case .computed, .observers, .entryTwice: accessors = ""
    // The compiler rejects each accessor of a constant.
    case .constant: accessors = "{\n  get { Swift.fatalError() }\n}"
    default: accessors = Self.accessors(returning: "Swift.fatalError()")
    }
  }

  /// Creates the error for an opaque property type, with accessors that return the underlying type.
  init(opaque name: String, at offset: Int, initialValue: String) {
    problem = .opaque(name: name)
    self.offset = offset
    accessors = Self.accessors(returning: initialValue)
  }

  private static func accessors(returning value: String) -> String {
    """
    {
      get { \(value) }
      set { Swift.fatalError() }
    }
    """
  }
}
