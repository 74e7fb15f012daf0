internal import PureduxRecording

/// The checks of one cell's state that stand in a session file: a checksum of the whole, and the parts that have changed.
struct CellCheck {
  private var sum: UInt64?
  /// The members of the state's JSON as they were written last.
  private var members: [String: [UInt8]] = [:]

  /// The bytes that the last check took to be made: what the next one will cost, about.
  private(set) var cost = 0

  /// Makes the check of a state; nil where it cannot be encoded.
  mutating func check(_ state: Any, cell: Int) -> JSON? {
    guard let state = state as? any Encodable & Decodable,
      let form = try? CanonicalForm.form(of: state, at: [], depth: 0)
    else {
      return nil
    }
    let canonical = form.bytes
    cost = canonical.count
    let new = Self.sum(of: canonical)
    var members = [
      JSON.Member(name: "cell", value: .int(cell)), JSON.Member(name: "sum", value: .string(Self.text(new))),
    ]
    // A state that is nested too deeply for JSON is text, which no check repeats.
    if new != sum, form.isWhole, case .json(let json) = WrittenValue(state, isShallow: true) {
      cost += json.count
      members.append(changed(json))
    }
    sum = new
    return .object(members)
  }

  static func text(_ sum: UInt64) -> String { String(decoding: LineChecksum.text(sum), as: UTF8.self) }

  static func sum(of canonical: [UInt8]) -> UInt64 {
    var checksum = LineChecksum()
    checksum.add(canonical)
    return checksum.value
  }

  private mutating func changed(_ json: [UInt8]) -> JSON.Member {
    guard let new = try? JSONSlice(json).members(), !new.isEmpty else {
      members = [:]
      return JSON.Member(name: "json", value: .encoded(json))
    }
    let current = Dictionary(new.map { ($0.name, Array($0.value.bytes)) }) { $1 }
    let isWhole = members.isEmpty || members.keys.contains { current[$0] == nil }
    let parts = current.filter { members[$0.key] != $0.value }.sorted { $0.key < $1.key }
      .map { JSON.Member(name: $0.key, value: .encoded($0.value)) }
    members = current
    return isWhole
      ? JSON.Member(name: "json", value: .encoded(json)) : JSON.Member(name: "changed", value: .object(parts))
  }
}
