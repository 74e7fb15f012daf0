/// A condition on a value of a state, for example `< 0`, `== milk` or `changes`.
struct ValueCondition {
  private enum Comparison: String, CaseIterable {
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case notEqual = "!="
    case equal = "=="
    case less = "<"
    case greater = ">"
    case contains
    case changes
    case missing
    case present

    /// Whether a value stands behind it.
    var takesOperand: Bool { ![.changes, .missing, .present].contains(self) }
  }

  /// What a request may say, for refusals.
  static let forms =
    "== VALUE, != VALUE, < NUMBER, <= NUMBER, > NUMBER, >= NUMBER, contains TEXT, changes, missing, present"

  private let comparison: Comparison
  private let operand: String
  private let number: Double?

  /// Nil for a text that is none of the ``forms``.
  init?(_ text: some StringProtocol) {
    let text = Self.trimmed(text)
    guard let comparison = Comparison.allCases.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    self.comparison = comparison
    operand = Self.unquoted(Self.trimmed(text.dropFirst(comparison.rawValue.count)))
    number = Double(operand)
    guard comparison.takesOperand != operand.isEmpty || [.equal, .notEqual].contains(comparison) else { return nil }
    if [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison), number == nil { return nil }
  }

  /// - Parameters:
  ///   - before: The value before the event.
  ///   - value: The value after it; nil where there is nothing at the path.
  func holds(for value: ValueTree?, before: ValueTree?) -> Bool {
    switch comparison {
    case .missing: return value == nil || value?.kind == ValueTree.Kind.none
    case .present: return value.map { $0.kind != .none } ?? false
    case .changes: return Self.text(of: value) != Self.text(of: before)
    case .equal: return value.map(isEqual) ?? false
    case .notEqual: return !(value.map(isEqual) ?? false)
    case .contains: return value.map { Self.text(of: $0).lowercased().contains(operand.lowercased()) } ?? false
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let found = value?.number, let number else { return false }
      return switch comparison {
      case .less: found < number
      case .lessOrEqual: found <= number
      case .greater: found > number
      default: found >= number
      }
    }
  }

  private func isEqual(_ tree: ValueTree) -> Bool {
    if let number, let found = tree.number, tree.kind != .bool { return found == number }
    return Self.unquoted(Self.text(of: tree)) == operand
  }

  /// The value as text. Long lists are compared to some ten thousand characters.
  private static func text(of tree: ValueTree?) -> String {
    guard let tree else { return "" }
    return tree.kind == .none ? "nil" : ValueText.describe(tree.value, limit: 10_000)
  }

  private static func trimmed(_ text: some StringProtocol) -> Substring {
    let start = Substring(text).drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }

  private static func unquoted(_ text: some StringProtocol) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
    return String(text.dropFirst().dropLast())
  }
}
