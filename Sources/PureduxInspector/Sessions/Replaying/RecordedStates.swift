/// The states that a session has of its cells, put together of what each check says has changed.
struct RecordedStates {
  private var whole: [Int: JSONSlice] = [:]
  private var members: [Int: [String: JSONSlice]] = [:]

  init(_ states: [SessionState]) {
    var seen: Set<Int> = []
    for state in states where seen.insert(state.cell).inserted { take(state) }
  }

  /// Takes a state that took the place of another.
  mutating func take(_ state: SessionState) { if let slice = state.value.slice { set(state.cell, slice) } }

  private mutating func set(_ cell: Int, _ slice: JSONSlice) {
    whole[cell] = slice
    members[cell] = try? slice.object()
  }

  mutating func take(_ check: SessionCheck.Cell) {
    if let slice = check.whole { set(check.cell, slice) }
    guard !check.changed.isEmpty else { return }
    members[check.cell, default: [:]].merge(check.changed) { $1 }
    let parts = members[check.cell, default: [:]].sorted { $0.key < $1.key }
    let json = JSON.object(parts.map { JSON.Member(name: $0.key, value: .encoded(Array($0.value.bytes))) })
    whole[check.cell] = JSONSlice(json.bytes)
  }

  subscript(cell: Int) -> JSONSlice? { whole[cell] }
}
