/// The code that `@Cases` expands to. `enum Route { case login(Login), home }` gets the members
///
///     struct Cases: Swift.Sendable {
///       var `login`: PureduxCases.EnumCase<Route, (Login)> {
///         PureduxCases.EnumCase(
///           embed: { .`login`($0) },
///           extract: { if case .`login`(let __value) = $0 { (__value) } else { nil } },
///           placeholder: { .`home` })
///       }
///       …
///     }
///     static var cases: Cases { Cases() }
///     var `login`: (Login)? {
///       get { Self.cases.`login`.extract(from: self) }
///       set { if let newValue { Self.cases.`login`.modify(&self) { $0 = newValue } } }
///     }
///     …
///
/// and the extension `extension Route: PureduxCases.CaseAccessible {}`.
extension CasesDeclaration {
  var members: String {
    // Nothing may use a case that is unavailable everywhere, not even a declaration that is too.
    let cases = cases.filter { !$0.isUnavailable }
    let values = cases.map { value(of: $0) }.joined(separator: "\n")
    let properties = cases.map { property(of: $0) }.joined(separator: "\n")
    return """
      \(isolation)\(access)struct Cases: Swift.Sendable {
      \(values)
      }
      \(access)static var cases: Cases { Cases() }
      \(properties)
      """
  }

  /// - Parameter type: The name of the enumeration with those of the types around it.
  func conformance(of type: String) -> String { "\(isolation)extension \(type): PureduxCases.CaseAccessible {}" }

  private func value(of aCase: Case) -> String {
    // While a payload is changed, a case without one stands in its place.
    let vacant = cases.first { $0.payload.isEmpty && $0.attributes.isEmpty && $0.name != aCase.name }
    let placeholder = aCase.payload.isEmpty ? nil : vacant.map { ",\nplaceholder: { .`\($0.name)` }" }
    return """
      \(attributes(of: aCase))\(access)var `\(aCase.name)`: PureduxCases.EnumCase<`\(name)`, \(aCase.type)> {
      PureduxCases.EnumCase(
      embed: { \(aCase.embedding) },
      extract: { if case .`\(aCase.name)`\(aCase.bindings) = $0 { \(aCase.values) } else { nil } }\(placeholder ?? ""))
      }
      """
  }

  private func property(of aCase: Case) -> String {
    let start = "\(attributes(of: aCase))\(access)var `\(aCase.name)`: \(aCase.type)?"
    let value = "Self.cases.`\(aCase.name)`"
    if aCase.payload.isEmpty { return "\(start) { \(value).extract(from: self) }" }
    return """
      \(start) {
      get { \(value).extract(from: self) }
      set { if let newValue { \(value).modify(&self) { $0 = newValue } } }
      }
      """
  }

  private func attributes(of aCase: Case) -> String { aCase.attributes.map { $0.text + "\n" }.joined() }
}

extension CasesDeclaration.Case {
  fileprivate var isUnavailable: Bool {
    attributes.contains { $0.text.filter { !$0.isWhitespace }.hasPrefix("@available(*,unavailable") }
  }

  /// A tuple with the labels, or the one value in parentheses; `()` if there is none.
  fileprivate var type: String {
    if let only = payload.first, payload.count == 1 { return "(\(only.type))" }
    return "(" + payload.map { "\($0.argumentLabel)\($0.type)" }.joined(separator: ", ") + ")"
  }

  fileprivate var embedding: String {
    if payload.isEmpty { return "(_: Swift.Void) in .`\(name)`" }
    let arguments = payload.enumerated().map { index, value in
      "\(value.argumentLabel)$0\(payload.count == 1 ? "" : ".\(index)")"
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
  /// The label with a colon and a space, in back-ticks only where the language asks for them.
  fileprivate var argumentLabel: String {
    guard let label else { return "" }
    let isPlain = label.utf8.allSatisfy(SourceCursor.isIdentifier) && !["inout", "var", "let"].contains(label)
    return isPlain ? "\(label): " : "`\(label)`: "
  }
}
