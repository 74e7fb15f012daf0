/// A set whose order depends only on the operations on it.
///
/// The order of a `Set` differs between processes, and with it the identities of the fetches that are started for all
/// members.
struct KeySet<Key: Hashable & Sendable>: Sendable {
  private(set) var keys: [Key] = []
  private var positions: [Key: Int] = [:]

  var isEmpty: Bool { keys.isEmpty }

  func contains(_ key: Key) -> Bool { positions[key] != nil }

  mutating func insert(_ key: Key) {
    guard positions[key] == nil else { return }
    positions[key] = keys.count
    keys.append(key)
  }

  mutating func remove(_ key: Key) {
    guard let position = positions.removeValue(forKey: key) else { return }
    let last = keys.removeLast()
    guard position < keys.count else { return }
    keys[position] = last
    positions[last] = position
  }
}
