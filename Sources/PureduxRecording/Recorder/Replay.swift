package import PureduxCore

/// The states of a tree at a past moment, on which reducers can run again.
///
/// The past states substitute for the live states, so the same closures reduce and compose both. Only one thread at a
/// time may use a replay.
package final class Replay {
  /// Supplies the state of a cell that is missing from a replay.
  package typealias Source = (any ReplayableCell) -> any ReplayedCell

  // The optimizer cannot prove exclusive access across module boundaries, and dynamic exclusivity checks would slow
  // down each reduced action.
  // SAFETY: one thread at a time uses a replay, and no code that runs during an access calls back into the replay.
  @exclusivity(unchecked) package private(set) var cells: [ObjectIdentifier: any ReplayedCell]
  private let source: Source
  /// A cache of recently used cells, which saves most steps a dictionary lookup.
  // SAFETY: as `cells`.
  @exclusivity(unchecked) private var recent: ContiguousArray<(id: ObjectIdentifier, cell: any ReplayedCell)?>
  /// The recorded external values that are supplied to reducers during the replay.
  package let draws = RecordedDraws()

  private static var recentCount: Int { 16 }

  /// Creates a replay with the states of `cells`; `source` supplies the states of all other cells.
  package init(_ cells: [ObjectIdentifier: any ReplayedCell] = [:], from source: @escaping Source) {
    self.cells = cells
    self.source = source
    recent = ContiguousArray(repeating: nil, count: Self.recentCount)
  }

  /// Returns an independent copy. Each state is copied on write.
  package func copied(from source: @escaping Source) -> Replay { Replay(cells.mapValues { $0.copied() }, from: source) }

  /// Removes the state of a released store.
  package func remove(_ id: ObjectIdentifier) {
    cells[id] = nil
    forgetRecent()
  }

  package func put(_ cell: any ReplayedCell) {
    cells[ObjectIdentifier(cell.liveCell)] = cell
    forgetRecent()
  }

  /// The stand-ins for the live states; they retain the replay while in use.
  private var standIns: StandIns { StandIns { [self] cell in past(of: cell) } }

  private func forgetRecent() { recent = ContiguousArray(repeating: nil, count: Self.recentCount) }

  /// Runs `body` with a turn and a lock token for this replay. Reducers that `body` calls do not affect live trees.
  package func run(_ body: (borrowing Turn, borrowing LockToken) -> Void) {
    standIns.run(body)
  }

  /// Runs `body` with a lock token for this replay.
  package func read<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    standIns.read(body)
  }

  /// Returns the state of a cell in this replay.
  package func past(of cell: any ReplayableCell) -> any ReplayedCell {
    let id = ObjectIdentifier(cell)
    let slot = Int(bitPattern: UInt(bitPattern: id) >> 4) & (Self.recentCount - 1)
    if let known = recent[slot], known.id == id { return known.cell }
    let found = cells[id] ?? missing(cell)
    recent[slot] = (id, found)
    return found
  }

  private func missing(_ cell: any ReplayableCell) -> any ReplayedCell {
    let found = source(cell)
    cells[ObjectIdentifier(cell)] = found
    return found
  }
}

/// A store that replays actions recorded in another process or an earlier run.
package struct ReplayTarget<Action: Sendable>: Sendable {
  private let path: ReductionPath<Action>

  package init<State>(_ node: StoreNode<State, Action>) { path = node.actionQueue.path }

  package var store: UInt64 { path.store }

  /// Applies an action to the states to which `locked` grants access.
  ///
  /// - Parameter isLevel: Whether a middleware passed the action on, so that only the store's own level reduces the
  ///   action.
  package func reduce(_ action: Action, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    path.reduce(action, isLevel: isLevel, turn, locked)
  }

  /// The cells that `action` changes, from the store's own cell upward.
  package func cells(for action: Action, isLevel: Bool) -> [any ReplayableCell] {
    StandIns.cellsChanged { turn, locked in reduce(action, isLevel: isLevel, turn, locked) }
  }

  /// Returns the cell that holds the store's own state.
  package static func ownCell<State>(of node: StoreNode<State, Action>) -> (any ReplayableCell)? {
    node.actionQueue.own as? any ReplayableCell
  }
}

extension StoreTree {
  /// Captures the current state of a cell.
  package func entered(_ cell: any ReplayableCell) -> any ReplayedCell {
    stateLock.hold { locked in cell.entered(locked) }
  }
}
