/// An action out of a file: its text, with its type and its JSON as parts.
struct SessionPhrase: Sendable, CustomStringConvertible, CustomReflectable {
  private let value: SessionValue

  init(_ value: SessionValue) { self.value = value }

  var description: String { value.text }
  var json: String? { value.json }

  var customMirror: Mirror {
    let parts = [("type", value.type as Any)] + (value.json.map { [("json", $0 as Any)] } ?? [])
    return Mirror(self, children: parts.map { (label: $0.0, value: $0.1) }, displayStyle: .struct)
  }
}
