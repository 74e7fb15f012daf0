internal import Foundation

/// Writes values as Swift expressions, for example `.add("milk", price: 2)`.
///
/// Common values are supported: numbers, strings, optionals, collections, enum cases with payloads, and structures with
/// memberwise initializers. The result is nil for all other values.
enum SwiftExpression {
  private static let deepest = 12

  /// - Parameter isInitialising: Whether the expression may call initializers. If a structure has no memberwise
  ///   initializer, the expression does not compile.
  static func text(of value: Any, isInitialising: Bool = true) -> String? {
    text(of: value, isInitialising, depth: 0)
  }

  private static func text(of value: Any, _ isInitialising: Bool, depth: Int) -> String? {
    guard depth < deepest else { return nil }
    if let known = known(value) { return known }
    let mirror = Mirror(reflecting: value)
    func inner(_ value: Any) -> String? { text(of: value, isInitialising, depth: depth + 1) }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { inner($0.value) } ?? "nil"
    case .collection: return list(mirror.children.map { inner($0.value) })
    case .set: return list(mirror.children.map { inner($0.value) }, isSorted: true)
    case .dictionary:
      let entries = mirror.children.map { entry -> String? in
        let pair = Mirror(reflecting: entry.value).children.map { inner($0.value) }
        guard pair.count == 2, let key = pair[0], let value = pair[1] else { return nil }
        return "\(key): \(value)"
      }
      return entries.isEmpty ? "[:]" : list(entries, isSorted: true)
    case .tuple: return arguments(mirror.children, inner).map { "(\($0))" }
    case .enum: return enumCase(value, mirror, inner)
    case .struct:
      if let elements = elements(of: value) { return list(elements.map(inner)) }
      guard isInitialising, !(value is any CustomReflectable), let name = name(of: value) else { return nil }
      return arguments(mirror.children, inner).map { "\(name)(\($0))" }
    default: return nil
    }
  }

  /// Whether a value has no special form, such as a literal, and may be written property by property.
  static func isPlain(_ value: Any) -> Bool { known(value) == nil && elements(of: value) == nil }

  /// The expression of a value that has a special form, such as a literal; nil for other values.
  private static func known(_ value: Any) -> String? {
    switch value {
    case let value as Bool: "\(value)"
    case let value as String: PrintableText.literal(value)
    case let value as Character: PrintableText.literal(String(value))
    case let value as Double:
      value.isFinite ? "\(value)" : value.isNaN ? ".nan" : value < 0 ? "-.infinity" : ".infinity"
    case let value as Float: value.isFinite ? "\(value)" : value.isNaN ? ".nan" : value < 0 ? "-.infinity" : ".infinity"
    case let value as any BinaryInteger: "\(value)"
    case let value as Date: "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
    case let value as UUID: "UUID(uuidString: \"\(value)\")!"
    case let value as URL: "URL(string: \(PrintableText.literal(value.absoluteString)))!"
    case let value as Data: "Data(\([UInt8](value)))"
    case let value as Duration:
      "Duration(secondsComponent: \(value.components.seconds), attosecondsComponent: \(value.components.attoseconds))"
    default: nil
    }
  }

  /// The elements of a list that can be written as an array literal; nil for other values.
  private static func elements(of value: Any) -> [Any]? {
    guard value is any ExpressibleByArrayLiteral, let list = value as? any Collection else { return nil }
    return list.map { $0 as Any }
  }

  private static func list(_ parts: [String?], isSorted: Bool = false) -> String? {
    let known = parts.compactMap { $0 }
    guard known.count == parts.count else { return nil }
    return "[" + (isSorted ? known.sorted() : known).joined(separator: ", ") + "]"
  }

  private static func enumCase(_ value: Any, _ mirror: Mirror, _ inner: (Any) -> String?) -> String? {
    guard let payload = mirror.children.first else {
      // The custom description of an enum value may differ from the name of the value's case.
      return value is any CustomStringConvertible ? nil : ".\(value)"
    }
    guard let name = payload.label else { return nil }
    let parts = Mirror(reflecting: payload.value)
    guard parts.displayStyle == .tuple else { return inner(payload.value).map { ".\(name)(\($0))" } }
    return arguments(parts.children, inner).map { ".\(name)(\($0))" }
  }

  private static func arguments(_ children: Mirror.Children, _ inner: (Any) -> String?) -> String? {
    let parts = children.map { child -> String? in
      guard let text = inner(child.value) else { return nil }
      guard let label = child.label, !label.hasPrefix(".") else { return text }
      // A property wrapper is stored under a prefixed name, which no memberwise initializer accepts.
      return label.hasPrefix("_") || label.hasPrefix("$") ? nil : "\(label): \(text)"
    }
    let known = parts.compactMap { $0 }
    return known.count == parts.count ? known.joined(separator: ", ") : nil
  }

  /// Modules whose structures have no public memberwise initializers. Values of these structures are decoded from JSON.
  private static let libraries: Set = ["PureduxCore", "PureduxEffects", "PureduxBindings"]

  /// The name of a value's type, without its module; nil if an expression cannot use the type.
  static func name(of value: Any) -> String? {
    let name = String(reflecting: type(of: value))
    guard !name.contains("(unknown context"), !name.contains("<"), let dot = name.firstIndex(of: "."),
      !libraries.contains(String(name[..<dot]))
    else {
      return nil
    }
    return String(name[name.index(after: dot)...])
  }
}
