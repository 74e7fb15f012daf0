/// The cells whose past a recording knows: each with the state that it had before its first recorded action.
final class EnteredCells: @unchecked Sendable {
  // SAFETY: all that changes is reached with `lock` held, which no code of the user runs under.
  private let lock = Lock()
  @exclusivity(unchecked) private var known: Set<ObjectIdentifier> = []
  /// Those that no replay has taken yet.
  @exclusivity(unchecked) private var new: [ObjectIdentifier: any ReplayedCell] = [:]
  @exclusivity(unchecked) private var ofStore: [UInt64: any ReplayableCell] = [:]
  @exclusivity(unchecked) private var entrances: [UInt64: StoreEntrance] = [:]

  /// Enters cells with the states that they have now. The first is the own one of a store.
  func enter(_ cells: [any ReplayableCell], of store: UInt64, _ locked: borrowing LockToken) {
    for (index, cell) in cells.enumerated() {
      let isKnown = lock.hold { _ in
        if index == 0 { ofStore[store] = cell }
        return known.contains(ObjectIdentifier(cell))
      }
      if isKnown { continue }
      let entered = cell.entered(locked)
      lock.hold { _ in
        known.insert(ObjectIdentifier(cell))
        new[ObjectIdentifier(cell)] = entered
      }
    }
  }

  /// Takes note of the own cell of a store, whose state needs no past yet.
  func know(_ cell: any ReplayableCell, _ entrance: StoreEntrance, of store: UInt64) {
    lock.hold { _ in
      ofStore[store] = cell
      entrances[store] = entrance
    }
  }

  func entrance(of store: UInt64) -> StoreEntrance? { lock.hold { _ in entrances[store] } }

  /// Enters a cell that no recorded action has changed, or takes it out if one has meanwhile.
  func take(_ cell: any ReplayableCell, _ locked: borrowing LockToken) -> any ReplayedCell {
    let id = ObjectIdentifier(cell)
    if let entered = lock.hold({ _ in new.removeValue(forKey: id) }) { return entered }
    lock.hold { _ in _ = known.insert(id) }
    return cell.entered(locked)
  }

  /// Takes out those that are new.
  func takeNew() -> [any ReplayedCell] {
    lock.hold { _ in
      defer { new = [:] }
      return Array(new.values)
    }
  }

  var all: [UInt64: any ReplayableCell] { lock.hold { _ in ofStore } }

  /// The own cell of a store that an action was dispatched to.
  func cell(of store: UInt64) -> (any ReplayableCell)? { lock.hold { _ in ofStore[store] } }

  /// Forgets a store that is gone; the caller releases its cell outside the lock.
  func forgetStore(_ store: UInt64, _ cell: ObjectIdentifier) -> (any ReplayableCell)? {
    lock.hold { _ in
      known.remove(cell)
      entrances[store] = nil
      return ofStore.removeValue(forKey: store)
    }
  }
}
