/// A value that is kept aside, behind one reference.
final class Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }
}
