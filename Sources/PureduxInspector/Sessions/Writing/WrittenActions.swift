internal import Foundation
internal import PureduxRecording

/// Actions of one type in a row, as they stand in a session file.
///
/// They are encoded together, which takes a third of the time.
struct WrittenActions {
  let type: Any.Type
  private let json: [UInt8]?
  /// What cannot be read again, by its index.
  private var texts: [Int: String] = [:]

  /// - Parameters:
  ///   - strangers: What `redact` gave in the place of actions and is of other types.
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

  /// States of the past, from which all stores went on, stand in lines of their own.
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

  /// An object of JSON.
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
