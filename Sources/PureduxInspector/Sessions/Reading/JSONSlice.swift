/// An encoded JSON value that is parsed lazily, one level at a time.
///
/// Nested values are skipped without recursion, so that deep nesting cannot exhaust the stack.
struct JSONSlice: Sendable {
  /// The error thrown if the bytes are not JSON, or not a value of the requested type.
  struct Unexpected: Error {}

  let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var isNull: Bool { bytes.elementsEqual("null".utf8) }

  func number<Number: FixedWidthInteger>() throws -> Number {
    guard let number = Number(text) else { throw Unexpected() }
    return number
  }

  func string() throws -> String {
    var scanner = JSONScanner(bytes)
    let string = try scanner.string()
    guard scanner.isAtEnd else { throw Unexpected() }
    return string
  }

  func elements() throws -> [JSONSlice] {
    var scanner = JSONScanner(bytes)
    var elements: [JSONSlice] = []
    try scanner.list("[", "]") { scanner in elements.append(JSONSlice(try scanner.value())) }
    return elements
  }

  /// Parses a JSON array of integers.
  func ints() throws -> [Int64] {
    var scanner = JSONScanner(bytes)
    var numbers: [Int64] = []
    try scanner.list("[", "]") { scanner in numbers.append(try scanner.int()) }
    return numbers
  }

  func members() throws -> [(name: String, value: JSONSlice)] {
    var scanner = JSONScanner(bytes)
    var members: [(name: String, value: JSONSlice)] = []
    try scanner.list("{", "}") { scanner in
      let name = try scanner.string()
      try scanner.take(":")
      members.append((name, JSONSlice(try scanner.value())))
    }
    return members
  }

  /// Returns the members of a JSON object, keyed by name. If several members have the same name, the last is used.
  func object() throws -> [String: JSONSlice] { Dictionary(try members().map { ($0.name, $0.value) }) { $1 } }
}

extension [String: JSONSlice] {
  func required(_ name: String) throws -> JSONSlice {
    guard let slice = self[name] else { throw JSONSlice.Unexpected() }
    return slice
  }

  /// Returns a required number. `SessionNumber` checks that the number is in range.
  func number(_ name: String) throws -> Int64 { try required(name).number() }
  func optionalNumber(_ name: String) throws -> Int64? { try self[name]?.number() }
  func string(_ name: String) throws -> String { try required(name).string() }
  func optionalString(_ name: String) throws -> String? { try self[name]?.string() }
}

/// Formats JSON in Swift style if possible: `{"add":{"_0":3}}` becomes `add(3)`.
enum JSONPhrase {
  private static let deepest = 8
  private static let longest = 300

  static func text(_ slice: JSONSlice) -> String {
    let text = phrase(slice, depth: 0)
    return text.count > longest ? text.prefix(longest - 1) + "…" : text
  }

  private static func phrase(_ slice: JSONSlice, depth: Int) -> String {
    guard depth < deepest else { return "…" }
    switch slice.bytes.first {
    case UInt8(ascii: "{"):
      guard let members = try? slice.members() else { return slice.text }
      if members.count == 1, let payload = try? members[0].value.members() {
        return enumCase(members[0].name, payload, depth)
      }
      return "(" + labelled(members, depth) + ")"
    case UInt8(ascii: "["):
      let elements = (try? slice.elements()) ?? []
      return "[" + elements.map { phrase($0, depth: depth + 1) }.joined(separator: ", ") + "]"
    default: return slice.isNull ? "nil" : slice.text
    }
  }

  private static func enumCase(_ name: String, _ payload: [(name: String, value: JSONSlice)], _ depth: Int) -> String {
    payload.isEmpty ? name : "\(name)(\(labelled(payload, depth)))"
  }

  /// Restores the order of an enum case's unlabeled payloads, and sorts its labeled payloads by name.
  ///
  /// `JSONEncoder` names unlabeled payloads `_0`, `_1` and so on by position, and does not preserve the order of
  /// labeled payloads.
  private static func labelled(_ members: [(name: String, value: JSONSlice)], _ depth: Int) -> String {
    var parts = members.filter { place(of: $0.name) == nil }.sorted { $0.name < $1.name }
      .map { "\($0.name): \(phrase($0.value, depth: depth + 1))" }
    let unnamed = members.compactMap { member in place(of: member.name).map { (place: $0, value: member.value) } }
    for (place, value) in unnamed.sorted(by: { $0.place < $1.place }) {
      parts.insert(phrase(value, depth: depth + 1), at: min(place, parts.count))
    }
    return parts.joined(separator: ", ")
  }

  private static func place(of name: String) -> Int? {
    name.first == "_" ? Int(name.dropFirst()).map { max(0, $0) } : nil
  }
}
