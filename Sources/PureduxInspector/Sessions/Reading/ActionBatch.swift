/// Actions of one type that stand together in a line, in the order of their steps.
struct ActionBatch {
  private let type: String
  private let json: [JSONSlice]?
  private let texts: [String: JSONSlice]
  private var position = 0

  init(_ slice: JSONSlice) throws {
    let object = try slice.object()
    type = try object.string("action")
    json = try object["json"]?.elements()
    texts = try object["texts"]?.object() ?? [:]
  }

  mutating func next() throws -> SessionValue {
    defer { position += 1 }
    if let words = texts["\(position)"] { return SessionValue(type: type, words: try words.string()) }
    guard let json, json.indices.contains(position) else { throw JSONSlice.Unexpected() }
    return SessionValue(type: type, slice: json[position])
  }
}
