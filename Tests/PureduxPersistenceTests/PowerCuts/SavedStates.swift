import PureduxPersistence
import SavedModel

/// What a start may find after a power cut.
struct SavedStates: Hashable, Sendable {
  /// The last confirmed state, and those that programs have begun to save since.
  private(set) var states: [Shelf]
  /// Contents that no program has understood, and that must remain in a file.
  let foreign: [UInt8]?
  /// Whether a start may also find a state from before the last confirmed one.
  let mayBeOlder: Bool
  private var lastEdit: Int

  init(_ first: Shelf = Shelf(), foreign: [UInt8]? = nil, mayBeOlder: Bool = false) {
    (states, self.foreign, self.mayBeOlder, lastEdit) = ([first], foreign, mayBeOlder, 100 * first.turn.number)
  }

  /// The number of an edit that no program has made.
  mutating func nextEdit() -> Int {
    lastEdit += 1
    return lastEdit
  }

  /// A program begins to save a state.
  mutating func begin(_ shelf: Shelf) { states.append(shelf) }

  /// A program is told that its state is saved. Returns the law that this breaks, if another program has saved since
  /// this one has begun.
  mutating func confirm(_ shelf: Shelf) -> String? {
    guard let place = states.lastIndex(where: { $0.isSaved(as: shelf) }) else {
      return "a save was confirmed that has replaced a state of another program"
    }
    if !mayBeOlder { states.removeFirst(place) }
    return nil
  }

  /// A start has found a state. After a power cut, this is the only one from then on.
  mutating func restore(_ shelf: Shelf, isSynced: Bool) { if isSynced { states = [shelf] } }

  /// The laws that are broken if a start finds a state, and these files.
  func violations(_ shelf: Shelf, _ files: [String: [UInt8]]) -> [String] {
    var violations: [String] = []
    if !states.contains(where: { $0.isSaved(as: shelf) }) {
      violations.append("found the state of edit \(shelf.turn.number) instead of \(states.map(\.turn.number))")
    }
    if let foreign, !files.values.contains(foreign) { violations.append("damaged contents were overwritten") }
    return violations
  }

  func hash(into hasher: inout Hasher) { for state in states { hasher.combine(state.turn.number) } }
}
