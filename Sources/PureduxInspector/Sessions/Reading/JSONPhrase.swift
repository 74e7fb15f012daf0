/// Shows JSON as one would write it in Swift, as far as one can tell: `{"add":{"_0":3}}` is `add(3)`.
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

  /// The encoder calls payloads without labels `_0`, `_1` and so on, by their places, and keeps no order of the others.
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
