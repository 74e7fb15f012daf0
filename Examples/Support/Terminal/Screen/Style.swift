/// How a text looks.
package struct Style: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let bold = Style(rawValue: 1)
  package static let dim = Style(rawValue: 2)
  package static let inverse = Style(rawValue: 4)
  package static let red = Style(rawValue: 8)
  package static let green = Style(rawValue: 16)
  package static let yellow = Style(rawValue: 32)
  package static let cyan = Style(rawValue: 64)

  private static let codes: [(style: Style, code: Int)] = [
    (.bold, 1), (.dim, 2), (.inverse, 7), (.red, 31), (.green, 32), (.yellow, 33), (.cyan, 36),
  ]

  private static let colors: Style = [.red, .green, .yellow, .cyan]

  /// The text as a terminal shows it in this style.
  func applied(to text: String, hasColors: Bool) -> String {
    let codes = Self.codes.filter { contains($0.style) && (hasColors || !Self.colors.contains($0.style)) }
    guard !codes.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(codes.map { "\($0.code)" }.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
