/// A value in the bytes of JSON, whose parts are looked at one level at a time.
///
/// Nested values are passed over without recursion, so that no depth of them exhausts the stack.
struct JSONSlice: Sendable {
  /// What is not JSON, or not of the kind that was asked for.
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

  /// An array of whole numbers.
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

  /// The members by their names; of two with one name, the last.
  func object() throws -> [String: JSONSlice] { Dictionary(try members().map { ($0.name, $0.value) }) { $1 } }
}

extension [String: JSONSlice] {
  func required(_ name: String) throws -> JSONSlice {
    guard let slice = self[name] else { throw JSONSlice.Unexpected() }
    return slice
  }

  /// What it may be is for `SessionNumber` to say.
  func number(_ name: String) throws -> Int64 { try required(name).number() }
  func optionalNumber(_ name: String) throws -> Int64? { try self[name]?.number() }
  func string(_ name: String) throws -> String { try required(name).string() }
  func optionalString(_ name: String) throws -> String? { try self[name]?.string() }
}
