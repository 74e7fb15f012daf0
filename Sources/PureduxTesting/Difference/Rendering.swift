/// Values as one line of text, the way a person would write them in code.
enum Rendering {
  /// So many elements of a collection are written out; the rest are counted.
  private static let mostElements = 20

  static func text(_ value: Any) -> String {
    switch value {
    case let text as String: return text.debugDescription
    case let text as Substring: return text.debugDescription
    case let text as Character: return text.debugDescription
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
    case .collection: return "[" + list(mirror.children.lazy.map { text($0.value) }, of: mirror.children.count) + "]"
    case .set: return "[" + list(mirror.children.map { text($0.value) }.sorted(), of: mirror.children.count) + "]"
    case .dictionary:
      let entries = mirror.children.map { Mirror(reflecting: $0.value).children.map { text($0.value) } }
      return entries.isEmpty
        ? "[:]" : "[" + list(entries.map { $0.joined(separator: ": ") }.sorted(), of: entries.count) + "]"
    case .enum: return described(value) ?? enumCase(value, mirror)
    case .struct: return described(value) ?? typeName(value) + parts(mirror)
    case .tuple: return parts(mirror)
    case .class: return described(value) ?? (value is any Equatable ? typeName(value) + parts(mirror) : typeName(value))
    default: return described(value) ?? "\(value)"
    }
  }

  static func caseName(of value: Any, _ mirror: Mirror) -> String { mirror.children.first?.label ?? "\(value)" }

  private static func enumCase(_ value: Any, _ mirror: Mirror) -> String {
    let name = "." + caseName(of: value, mirror)
    guard let payload = mirror.children.first?.value else { return name }
    let inner = Mirror(reflecting: payload)
    return name + (inner.displayStyle == .tuple ? parts(inner) : "(\(text(payload)))")
  }

  private static func parts(_ mirror: Mirror) -> String {
    let parts = mirror.children.map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return text(child.value) }
      return "\(label): \(text(child.value))"
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  private static func list(_ texts: some Sequence<String>, of count: Int) -> String {
    let rest = count > mostElements ? ", … \(count - mostElements) more" : ""
    return texts.prefix(mostElements).joined(separator: ", ") + rest
  }

  private static func described(_ value: Any) -> String? {
    switch value {
    case let value as any CustomStringConvertible: value.description
    case let value as any CustomDebugStringConvertible: value.debugDescription
    default: nil
    }
  }

  private static func typeName(_ value: Any) -> String { "\(type(of: value))" }
}
