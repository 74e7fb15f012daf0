public import PureduxRecording

/// An action of a recorded session: its JSON where its type was `Codable`, else text.
public struct SessionValue: Sendable {
  /// The name of its type.
  public let type: String
  /// Nil where it was not `Codable`, or was redacted to another type.
  public var json: String? { slice.map(\.text) }
  /// One line about it, as near to Swift as its JSON tells.
  public var text: String { slice.map { JSONPhrase.text($0) } ?? words ?? "?" }

  let slice: JSONSlice?
  let words: String?

  init(type: String, slice: JSONSlice? = nil, words: String? = nil) {
    self.type = type
    self.slice = slice
    self.words = words
  }

  /// The value as it was; nil where it cannot be read as `type`.
  func decoded<Value>(as type: Value.Type) -> Value? {
    guard let slice, let decodable = type as? any Decodable.Type else { return nil }
    return (try? WrittenValue.decode(decodable, from: slice.bytes)) as? Value
  }
}

extension SessionValue: CustomStringConvertible {
  /// One line about it.
  public var description: String { text }
}

extension SessionValue: CustomReflectable {
  /// Its type and its JSON.
  public var customMirror: Mirror {
    let parts = [("type", type as Any)] + (json.map { [("json", $0 as Any)] } ?? [])
    return Mirror(self, children: parts.map { (label: $0.0, value: $0.1) }, displayStyle: .struct)
  }
}

extension RecordedEvent {
  /// The action of an event of a ``RecordedSession``, or the state that took the place of another; nil for an event of a running
  /// program.
  public var value: SessionValue? { action as? SessionValue }
}
