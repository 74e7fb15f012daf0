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
      let json = try? Self.encoder.encode(value)
    {
      self = .json(Array(json))
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

  /// JSON knows no numbers that are not finite, so they are written as words.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
