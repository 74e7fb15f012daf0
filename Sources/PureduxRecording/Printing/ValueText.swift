/// Formats values of any type as short, Swift-like text: `addTodo(id: 3, title: "Milk")`.
///
/// The cost is bounded by the length of the text rather than the size of the value, unless the value has a custom
/// description. Types are written without module names, and optionals without `Optional(…)`. An object is written as
/// its type name, because another thread may be mutating it.
package struct ValueText {
  private static let deepest = 6
  private static let longestString = 300
  private var text = ""
  private let limit: Int

  package static func describe(_ value: Any, limit: Int = 160) -> String {
    var writer = ValueText(limit: limit)
    writer.write(value, depth: 0)
    guard writer.text.utf8.count > limit else { return writer.text }
    return PrintableText.prefix(of: writer.text[...], bytes: limit - 3) + "…"
  }

  private init(limit: Int) { self.limit = limit }

  private var isFull: Bool { text.utf8.count > limit }

  private mutating func write(_ value: Any, depth: Int) {
    guard !isFull else { return }
    guard depth < Self.deepest else { return text += "…" }
    switch value {
    case let value as String: return writeQuoted(value)
    case let value as Substring: return writeQuoted(PrintableText.prefix(of: value, bytes: Self.longestString + 1))
    case let value as Int: return text += "\(value)"
    case let value as Bool: return text += "\(value)"
    case let value as Double: return text += "\(value)"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return text += "nil" }
      write(wrapped.value, depth: depth)
    case .collection, .set:
      writeElements(mirror.children, of: value, depth: depth)
    case .dictionary:
      writeEntries(mirror.children, depth: depth)
    case .class, .foreignReference: text += "\(type(of: value))"
    case .tuple: writeParts(mirror.children, depth: depth)
    case .enum:
      guard !(value is any CustomStringConvertible) || mirror.children.isEmpty, let payload = mirror.children.first
      else {
        return text += "\(value)"
      }
      text += payload.label ?? ""
      let parts = Mirror(reflecting: payload.value)
      if parts.displayStyle == .tuple {
        if !parts.children.isEmpty { writeParts(parts.children, depth: depth) }
      } else {
        text += "("
        write(payload.value, depth: depth + 1)
        text += ")"
      }
    case .struct where !(value is any CustomStringConvertible):
      text += "\(type(of: value))"
      writeParts(mirror.children, depth: depth)
    default:
      // Types with a custom description, for example numbers and dates.
      text += PrintableText.prefix(of: "\(value)"[...], bytes: Self.longestString)
    }
  }

  private mutating func writeQuoted(_ string: String) {
    text += "\""
    let most = min(Self.longestString, max(1, limit + 1 - text.utf8.count))
    for scalar in PrintableText.prefix(of: string[...], bytes: most).unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private mutating func writeElements(_ children: Mirror.Children, of value: Any, depth: Int) {
    text += "["
    for (index, child) in children.enumerated() {
      if index > 0 { text += ", " }
      guard !isFull else { break }
      write(child.value, depth: depth + 1)
    }
    text += "]"
  }

  private mutating func writeEntries(_ children: Mirror.Children, depth: Int) {
    text += "["
    for (index, child) in children.enumerated() {
      if index > 0 { text += ", " }
      guard !isFull else { break }
      for (part, pair) in Mirror(reflecting: child.value).children.enumerated() {
        if part > 0 { text += ": " }
        write(pair.value, depth: depth + 1)
      }
    }
    text += children.isEmpty ? ":]" : "]"
  }

  private mutating func writeParts(_ children: Mirror.Children, depth: Int) {
    text += "("
    for (index, child) in children.enumerated() {
      if index > 0 { text += ", " }
      guard !isFull else { break }
      if let label = child.label, !label.hasPrefix(".") { text += "\(label): " }
      write(child.value, depth: depth + 1)
    }
    text += ")"
  }
}
