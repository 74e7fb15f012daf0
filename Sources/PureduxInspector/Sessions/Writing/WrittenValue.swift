internal import Foundation
internal import PureduxRecording

/// A value as written in a session file: JSON if the value is `Codable`, otherwise text.
///
/// A value that is nested more than 128 levels deep is also stored as text, because encoding it could exhaust the
/// stack.
enum WrittenValue {
  case json([UInt8])
  case text(String)

  /// - Parameters:
  ///   - value: A state or an action.
  ///   - isShallow: Whether the value is known to be shallow enough to be encoded.
  init(_ value: Any, isShallow: Bool = false) {
    if let value = value as? any Encodable, value is any Decodable, isShallow || CanonicalForm.isShallow(value),
      let json = try? Self.encode(value)
    {
      self = .json(json)
    } else {
      self = .text(ValueText.describe(value, limit: Self.longestText))
    }
  }

  /// The maximum length of the text that represents a value that is not `Codable`.
  static var longestText: Int { 10_000 }

  /// The value as a member of a JSON object.
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

  /// JSON cannot represent infinities or NaN, so they are encoded as strings.
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

/// Replaces `Decimal.nan`, which Foundation encodes as a bare `NaN` and decodes only in that form. In a file,
/// `Decimal.nan` is written as a string, so that the file is valid JSON. A leading null character distinguishes the
/// string from the text `NaN`.
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

/// Consecutive actions of one type, as written in a session file.
///
/// Encoding the actions together is three times as fast as encoding them separately.
struct WrittenActions {
  let type: Any.Type
  private let json: [UInt8]?
  /// The texts of actions that cannot be decoded, keyed by index.
  private var texts: [Int: String] = [:]

  /// - Parameters:
  ///   - strangers: The results of `redact` that differ in type from their actions, keyed by index.
  init(_ log: any AnyActionLog, _ range: Range<Int>, strangers: [Int: Any]) {
    type = log.actionType
    let isReadable = type is any Decodable.Type
    var json: [UInt8]?
    if isReadable { json = Self.encode(log.allActions, range) }
    if isReadable, json == nil || range.contains(where: { strangers[$0] != nil }) {
      var parts: [[UInt8]] = []
      for index in range {
        if strangers[index] == nil, case .json(let part) = WrittenValue(log.action(at: index)) {
          parts.append(part)
        } else {
          texts[index - range.lowerBound] = Self.text(strangers[index] ?? log.action(at: index))
          parts.append(Array("null".utf8))
        }
      }
      json = Array("[".utf8) + parts.joined(separator: ",".utf8) + Array("]".utf8)
    } else if json == nil {
      for index in range {
        texts[index - range.lowerBound] = Self.text(strangers[index] ?? log.action(at: index))
      }
    }
    self.json = json
  }

  /// Returns the text of an action. For a jump, the text is a placeholder, because the past states are written on
  /// separate lines.
  private static func text(_ action: Any) -> String {
    action is TravelStates ? "states of the past" : ValueText.describe(action)
  }

  private static func encode(_ actions: any Sendable, _ range: Range<Int>) -> [UInt8]? {
    func encode<Actions: Collection<Element>, Element>(_ actions: Actions) -> [UInt8]? {
      let slice = Array(actions.dropFirst(range.lowerBound).prefix(range.count))
      guard let slice = slice as? any Encodable else { return nil }
      return try? WrittenValue.encode(slice)
    }
    return (actions as? any Collection).flatMap { encode($0) }
  }

  /// Appends a JSON object.
  func append(to bytes: inout [UInt8]) {
    var members = [JSON.Member(name: "action", value: .string("\(type)"))]
    if let json { members.append(JSON.Member(name: "json", value: .encoded(json))) }
    if !texts.isEmpty {
      let texts = texts.sorted { $0.key < $1.key }.map { JSON.Member(name: "\($0.key)", value: .string($0.value)) }
      members.append(JSON.Member(name: "texts", value: .object(texts)))
    }
    JSON.object(members).append(to: &bytes)
  }
}

/// An event other than a turn, as written in a session file.
enum WrittenNote {
  /// - Parameter hidesText: Whether to omit text that may contain parts of actions or states.
  static func json(_ note: RecordedNote, hidesText: Bool) -> JSON {
    switch note.kind {
    case .dropped(let action):
      return ["kind": "dropped", "text": .string(hidesText ? "an action" : ValueText.describe(action))]
    case .storeMade(let parent, let stateType, let actionType):
      return .compact([
        "kind": "storeMade", "name": .optional(note.storeName), "state": .string(stateType),
        "action": .string(actionType), "parent": .int(Int(parent.number)),
      ])
    case .storeGone: return .compact(["kind": "storeGone", "name": .optional(note.storeName)])
    case .workStarted(let work): return Self.work("workStarted", work)
    case .workEnded(let work): return Self.work("workEnded", work)
    case .workFailed(let work, let error): return Self.work("workFailed", work, error: hidesText ? nil : error)
    case .workCancelled(let work): return Self.work("workCancelled", work)
    case .computed(let name, let time):
      return ["kind": "computed", "work": .string(name), "text": .string(EventText.text(of: time))]
    case .misuse(let misuse):
      return ["kind": "misuse", "text": .string(hidesText ? "a mistake was reported" : misuse.whatHappened)]
    case .replaced: return ["kind": "replaced"]
    case .turnBegan, .reduced, .published: return ["kind": "other"]
    }
  }

  private static func work(_ kind: String, _ work: StoreWork, error: String? = nil) -> JSON {
    .compact([
      "kind": .string(kind), "work": .string(work.name), "run": .number(work.run), "attempt": .int(work.attempt),
      "text": .optional(error),
    ])
  }
}

/// A closure that replaces an action or a state before the value is written.
typealias Redaction = @Sendable (_ value: Any) -> Any
