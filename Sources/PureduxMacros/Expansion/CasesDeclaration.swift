/// An enumeration with `@Cases`, split into the parts that the expansion needs.
struct CasesDeclaration: Equatable {
  /// The name without backticks.
  var name: String
  /// The access modifier of the generated declarations, with a trailing space. Empty for the default access level.
  var access: String
  var isPrivate: Bool
  /// `nonisolated` with a trailing space if the enumeration has that modifier; otherwise empty. The generated
  /// declarations need the modifier if main-actor isolation is the default.
  var isolation: String
  /// Whether the enumeration has the attribute `@usableFromInline`, which its members then also need.
  var isUsableFromInline: Bool
  /// The `@available` attributes of the enumeration, which the generated extension repeats.
  var availability: [String]
  var cases: [Case]

  /// The access modifier of the members. Private members of a private enumeration could not be used outside the
  /// enumeration, so the macro declares them `fileprivate`.
  static func access(atLevel level: String?) -> String {
    level.map { $0 == "private" ? "fileprivate " : "\($0) " } ?? ""
  }

  struct Case: Equatable {
    /// The attributes that are copied to the declarations generated for the case.
    var attributes: [DeclarationPart]
    /// The name without backticks.
    var name: String
    var payload: [Value]
    var offset: Int
  }

  /// An associated value of a case.
  struct Value: Equatable {
    var label: String?
    /// The type without `@autoclosure`; an optional type if the case declares the type with `!`.
    var type: String
    /// The kind of autoclosure; nil if the value is not passed as an autoclosure.
    var autoclosure: Autoclosure?
  }

  enum Autoclosure { case plain, throwing }
}

/// The code that `@Cases` expands to. `enum Route { case login(Login), home }` gets the members
///
///     struct Cases {
///       nonisolated init() {}
///       nonisolated var `login`: PureduxCases.EnumCase<Route, (Login)> {
///         PureduxCases.EnumCase(
///           embed: { .`login`($0) },
///           extract: { if case .`login`(let __value) = $0 { (__value) } else { nil } },
///           placeholder: { .`home` })
///       }
///       …
///     }
///     nonisolated static var cases: Cases { Cases() }
///     nonisolated var `login`: (Login)? {
///       get { Self.cases.`login`.extract(from: self) }
///       set { if let newValue, case .`login` = self { self = Self.cases.`login`.embed(newValue) } }
///     }
///     …
///
/// and the extension `extension Route: PureduxCases.CaseAccessible {}`.
///
/// The members are nonisolated, like the cases themselves, so that they can be used anywhere even if the enumeration is
/// isolated to a global actor. A public `Cases` is frozen, which makes it implicitly `Sendable`. The name of the
/// protocol is qualified, because the enumeration's module may declare another type with that name.
extension CasesDeclaration {
  var members: String {
    // A case that is unavailable on all platforms cannot be used, even in a declaration that is itself unavailable.
    let cases = cases.filter { !$0.isUnavailable }
    let vacant = self.cases.first { $0.payload.isEmpty && $0.attributes.isEmpty }
    let ownType = self.cases.contains { $0.name == "Self" } ? "`\(name)`" : "Self"
    let values = cases.map { inItsLanguage($0, value(of: $0, vacant)) }.joined(separator: "\n")
    let properties = cases.map { inItsLanguage($0, property(of: $0, in: ownType)) }.joined(separator: "\n")
    let frozen = exposure.isEmpty && access != "public " ? "" : "@frozen "
    return """
      \(frozen)\(exposure)\(isolation)\(access)struct Cases {
      \(start)init() {}
      \(values)
      }
      \(start)static var cases: Cases { Cases() }
      \(properties)
      """
  }

  /// - Parameter type: The name of the enumeration, qualified with its enclosing types.
  func conformance(of type: String) -> String {
    "\(availability.map { $0 + "\n" }.joined())\(isolation)extension \(type): PureduxCases.CaseAccessible {}"
  }

  /// The attributes and modifiers at the start of each member.
  private var start: String { "\(exposure)nonisolated \(access)" }

  private var exposure: String { isUsableFromInline ? "@usableFromInline " : "" }

  private func inItsLanguage(_ aCase: Case, _ declaration: String) -> String {
    guard let condition = aCase.languageCondition else { return declaration }
    return "#if \(condition)\n\(declaration)\n#endif"
  }

  /// - Parameter vacant: The first case without a payload. While the payload of a case is mutated in place, the
  ///   enumeration holds the vacant case.
  private func value(of aCase: Case, _ vacant: Case?) -> String {
    let placeholder = aCase.payload.isEmpty ? nil : vacant.map { ",\nplaceholder: { .`\($0.name)` }" }
    return """
      \(attributes(of: aCase))\(start)var `\(aCase.name)`: PureduxCases.EnumCase<`\(name)`, \(aCase.type)> {
      PureduxCases.EnumCase(
      embed: { \(aCase.embedding(in: name)) },
      extract: { if case .`\(aCase.name)`\(aCase.bindings) = $0 { \(aCase.values) } else { nil } }\(placeholder ?? ""))
      }
      """
  }

  /// - Parameter ownType: `Self`, or the name of the enumeration if one of its cases is named `Self`.
  private func property(of aCase: Case, in ownType: String) -> String {
    let declaration = "\(attributes(of: aCase))\(start)var `\(aCase.name)`: \(aCase.type)?"
    let value = "\(ownType).cases.`\(aCase.name)`"
    if aCase.payload.isEmpty { return "\(declaration) { \(value).extract(from: self) }" }
    return """
      \(declaration) {
      get { \(value).extract(from: self) }
      set { if let newValue, case .`\(aCase.name)` = self { self = \(value).embed(newValue) } }
      }
      """
  }

  private func attributes(of aCase: Case) -> String { aCase.attributes.map { $0.text + "\n" }.joined() }
}

extension CasesDeclaration.Case {
  fileprivate var isUnavailable: Bool {
    attributes.contains { $0.text.filter { !$0.isWhitespace }.hasPrefix("@available(*,unavailable") }
  }

  /// The `#if` condition for the case's language versions; nil if no attribute names a version.
  fileprivate var languageCondition: String? {
    let conditions = attributes.compactMap(\.languageCondition)
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }

  /// The payload's type: a tuple with labels, a single type in parentheses, or `()` for a case without values.
  fileprivate var type: String {
    if let only = payload.first, payload.count == 1 { return "(\(only.type))" }
    return "(" + payload.map { "\($0.elementLabel)\($0.type)" }.joined(separator: ", ") + ")"
  }

  fileprivate func embedding(in enumeration: String) -> String {
    if payload.isEmpty { return "(_: ()) in .`\(name)`" }
    guard payload.contains(where: { $0.autoclosure != nil }) else {
      return call(with: payload.indices.map { payload.count == 1 ? "$0" : "$0.\($0)" })
    }
    // Use a local function, because the compiler would infer that a closure throws. Each autoclosure captures only its
    // own value.
    let parameter = payload.count == 1 ? "@escaping \(payload[0].type)" : type
    let elements = payload.indices.map { payload.count == 1 ? "__payload" : "__payload.\($0)" }
    let closures = payload.indices.filter { payload[$0].autoclosure != nil }
    let values = zip(payload.indices, elements).map { closures.contains($0) ? "__value\($0)" : $1 }
    return """
      func __embedded(_ __payload: \(parameter)) -> `\(enumeration)` {
      \(closures.map { "let __value\($0) = \(elements[$0])" }.joined(separator: "\n"))
      return \(call(with: values))
      }
      return __embedded($0)
      """
  }

  private func call(with values: [String]) -> String {
    let arguments = zip(payload, values).map { value, argument in
      return switch value.autoclosure {
      case nil: value.argumentLabel + argument
      case .plain: "\(value.argumentLabel)\(argument)()"
      case .throwing: "\(value.argumentLabel)try \(argument)()"
      }
    }
    return ".`\(name)`(\(arguments.joined(separator: ", ")))"
  }

  fileprivate var bindings: String {
    if payload.isEmpty { return "" }
    return "(" + payload.indices.map { "let __value\($0)" }.joined(separator: ", ") + ")"
  }

  fileprivate var values: String {
    let labels = payload.map { payload.count > 1 ? $0.argumentLabel : "" }
    return "(" + labels.enumerated().map { "\($1)__value\($0)" }.joined(separator: ", ") + ")"
  }
}

extension CasesDeclaration.Value {
  /// The label as written in a tuple type, with a colon and a trailing space.
  fileprivate var elementLabel: String { label(inBackticks: ["inout", "var", "let"]) }

  /// The label as written in a call or a tuple expression, with a colon and a trailing space.
  fileprivate var argumentLabel: String { label(inBackticks: ["inout"]) }

  /// Returns the label with a colon, in backticks only where the language requires them.
  private func label(inBackticks keywords: Set<String>) -> String {
    guard let label else { return "" }
    let isPlain = label.utf8.allSatisfy(SourceCursor.isIdentifier) && !keywords.contains(label)
    return isPlain ? "\(label): " : "`\(label)`: "
  }
}

/// A reason why `@Cases` cannot be expanded.
enum CasesProblem: Equatable {
  case noEnumeration
  case noCases
  case privateInType
  case noncopyable
  case conditional
  case sameName(String)
  case reservedName(String)
  case declared(String)
  case selfInPayload
  case unreadable

  func message(macro: String) -> String {
    switch self {
    case .noEnumeration: "'\(macro)' can only be attached to an 'enum'"
    case .noCases: "'\(macro)' needs an enumeration with cases"
    case .privateInType: "'\(macro)' cannot be attached to a 'private' enumeration inside a type; make it 'fileprivate'"
    case .noncopyable: "'\(macro)' cannot be attached to an enumeration that is not copyable"
    case .conditional: "'\(macro)' cannot read a case inside '#if'"
    case .sameName(let name): "'\(macro)' needs one name for each case; '\(name)' is the name of two"
    case .reservedName(let name): "'\(macro)' declares '\(name)' itself; rename this case"
    case .declared(let name): "'\(macro)' declares '\(name)'; remove or rename this one"
    case .selfInPayload: "'\(macro)' needs the name of the enumeration here, instead of 'Self'"
    case .unreadable: "'\(macro)' cannot read a declaration as complex as this"
    }
  }
}

/// A problem with an enumeration, and the byte offset at which to report the problem.
struct CasesError: Error, Equatable {
  let problem: CasesProblem
  let offset: Int

  init(_ problem: CasesProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
