/// A JSON value of the compiler's messages.
///
/// A number keeps its text, so that no digit is lost.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Equatable, Sendable {
    var name: String
    var value: JSON
  }

  /// The member with this name. Nil if it is absent or null, or if this value is not an object.
  subscript(name: String) -> JSON? {
    guard let value = members?.last(where: { $0.name == name })?.value, value != .null else { return nil }
    return value
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  var elements: [JSON]? { if case .array(let value) = self { value } else { nil } }
  var members: [Member]? { if case .object(let value) = self { value } else { nil } }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(nilLiteral: ()) { self = .null }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map { Member(name: $0, value: $1) }) }
}
