/// Formats values as single-line text that resembles source code.
package struct Rendering {
  /// The maximum number of elements to write out for each collection. Further elements are only counted.
  private static let mostElements = 20

  /// The maximum nesting depth of values to write out.
  private static let greatestDepth = 32

  /// Whether the value is part of an object. References may form cycles, so for an object inside another object, only
  /// the type is written.
  private var isInsideObject = false
  private var depth = 0

  package static func text(_ value: Any) -> String { Rendering().text(of: value) }

  private func text(of value: Any) -> String {
    guard depth <= Self.greatestDepth else { return "…" }
    var inner = self
    inner.depth += 1
    return inner.written(value)
  }

  private func written(_ value: Any) -> String {
    switch value {
    case let text as String: return text.debugDescription
    case let text as Substring: return text.debugDescription
    case let text as Character: return text.debugDescription
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return optional(mirror)
    case .collection:
      return "[" + list(mirror.children.lazy.map { text(of: $0.value) }, of: mirror.children.count) + "]"
    case .set: return "[" + list(mirror.children.map { text(of: $0.value) }.sorted(), of: mirror.children.count) + "]"
    case .dictionary:
      let entries = mirror.children.map { Mirror(reflecting: $0.value).children.map { text(of: $0.value) } }
      return entries.isEmpty
        ? "[:]" : "[" + list(entries.map { $0.joined(separator: ": ") }.sorted(), of: entries.count) + "]"
    case .enum: return described(value) ?? enumCase(value, mirror)
    case .struct: return described(value) ?? typeName(value) + parts(mirror)
    case .tuple: return parts(mirror)
    case .class: return described(value) ?? object(value, mirror)
    default: return described(value) ?? "\(value)"
    }
  }

  package static func caseName(of value: Any, _ mirror: Mirror) -> String { mirror.children.first?.label ?? "\(value)" }

  private func enumCase(_ value: Any, _ mirror: Mirror) -> String {
    let name = "." + Self.caseName(of: value, mirror)
    guard let payload = mirror.children.first?.value else { return name }
    let inner = Mirror(reflecting: payload)
    return name + (inner.displayStyle == .tuple ? parts(inner) : "(\(text(of: payload)))")
  }

  /// Distinguishes `.some(nil)` from `nil`.
  private func optional(_ mirror: Mirror) -> String {
    guard let value = mirror.children.first?.value else { return "nil" }
    let text = text(of: value)
    return endsInNothing(value) ? ".some(\(text))" : text
  }

  private func endsInNothing(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && (mirror.children.first.map { endsInNothing($0.value) } ?? true)
  }

  private func object(_ value: Any, _ mirror: Mirror) -> String {
    guard value is any Equatable, !isInsideObject else { return typeName(value) }
    var inner = self
    inner.isInsideObject = true
    return typeName(value) + inner.parts(mirror)
  }

  private func parts(_ mirror: Mirror) -> String {
    let parts = mirror.children.map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return text(of: child.value) }
      return "\(label): \(text(of: child.value))"
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  private func list(_ texts: some Sequence<String>, of count: Int) -> String {
    let rest = count > Self.mostElements ? ", … \(count - Self.mostElements) more" : ""
    return texts.prefix(Self.mostElements).joined(separator: ", ") + rest
  }

  private func described(_ value: Any) -> String? {
    switch value {
    case let value as any CustomStringConvertible: value.description
    case let value as any CustomDebugStringConvertible: value.debugDescription
    default: nil
    }
  }

  private func typeName(_ value: Any) -> String { "\(type(of: value))" }
}
