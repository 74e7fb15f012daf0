internal import Foundation

/// A value of the program as it stands in a session file: its JSON where it is `Encodable`, else text.
///
/// One that is nested more than 128 deep is text, too: encoding it could exhaust the stack of a thread.
enum WrittenValue {
  case json([UInt8])
  case text(String)

  /// - Parameters:
  ///   - value: A state or an action.
  ///   - isShallow: Whether it is known that nothing of it lies too deep.
  init(_ value: Any, isShallow: Bool = false) {
    if let value = value as? any Encodable, value is any Decodable, isShallow || CanonicalForm.isShallow(value),
      let json = try? Self.encode(value)
    {
      self = .json(json)
    } else {
      self = .text(ValueText.describe(value, limit: Self.longestText))
    }
  }

  /// The text by which states are compared that are not `Codable`.
  static var longestText: Int { 10_000 }

  /// The member of an object that has the value.
  var member: JSON.Member {
    switch self {
    case .json(let json): JSON.Member(name: "json", value: .encoded(json))
    case .text(let text): JSON.Member(name: "text", value: .string(text))
    }
  }

  static func encode(_ value: some Encodable) throws -> [UInt8] { NotNumbers.quoted(Array(try encoder.encode(value))) }

  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws -> Value {
    let bytes = Array(bytes)
    let unquoted = NotNumbers.unquoted(bytes)
    return try decoder(allowsNaN: unquoted.count != bytes.count).decode(type, from: Data(unquoted))
  }

  /// JSON knows no numbers that are not finite, so they are written as words.
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  private static func decoder(allowsNaN: Bool) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = allowsNaN
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

/// `Decimal.nan`, which Foundation encodes as a bare `NaN`, and decodes from nothing else. In a file it stands in quotes
/// behind a character that no text begins with, so that the file is JSON.
private enum NotNumbers {
  private static let bare = Array("NaN".utf8)
  private static let inQuotes = Array("\"\\u0000NaN\"".utf8)

  static func quoted(_ json: [UInt8]) -> [UInt8] {
    guard contains(bare, json) else { return json }
    var result: [UInt8] = []
    var (index, isInText) = (0, false)
    while index < json.count {
      if !isInText, json[index...].starts(with: bare) {
        result += inQuotes
        index += bare.count
        continue
      }
      let isEscaped = isInText && json[index] == UInt8(ascii: "\\")
      if json[index] == UInt8(ascii: "\"") { isInText.toggle() }
      result += json[index..<min(index + (isEscaped ? 2 : 1), json.count)]
      index += isEscaped ? 2 : 1
    }
    return result
  }

  static func unquoted(_ json: [UInt8]) -> [UInt8] {
    guard contains(inQuotes, json) else { return json }
    var result: [UInt8] = []
    var index = 0
    while index < json.count {
      let isFound = json[index...].starts(with: inQuotes)
      result += isFound ? bare[...] : json[index...index]
      index += isFound ? inQuotes.count : 1
    }
    return result
  }

  private static func contains(_ part: [UInt8], _ json: [UInt8]) -> Bool {
    json.indices.contains { json[$0] == part[0] && json[$0...].starts(with: part) }
  }
}
