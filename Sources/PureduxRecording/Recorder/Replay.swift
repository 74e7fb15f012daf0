package import PureduxCore

/// The states of a tree at one moment of the past, in which reducers can run again.
///
/// They stand in for the live states, so that the same closures that reduce and compose those do it for the past. One
/// thread at a time may use a replay.
package final class Replay {
  /// Gives the state of a cell that is not here yet.
  package typealias Source = (any ReplayableCell) -> any ReplayedCell

  // Whole-module optimisation cannot prove that accesses do not overlap where another module calls in between, so each
  // reduced action would pay for checks.
  // SAFETY: one thread at a time uses a replay, and nothing that runs during an access comes back here.
  @exclusivity(unchecked) package private(set) var cells: [ObjectIdentifier: any ReplayedCell]
  private let source: Source
  /// The cells that were used last, so that most steps do without the dictionary.
  // SAFETY: as `cells`.
  @exclusivity(unchecked) private var recent: ContiguousArray<(id: ObjectIdentifier, cell: any ReplayedCell)?>
  /// Where reducers take from what they drew from outside when they ran live.
  package let draws = RecordedDraws()

  private static var recentCount: Int { 16 }

  /// A replay of these states; `source` gives those of other cells.
  package init(_ cells: [ObjectIdentifier: any ReplayedCell] = [:], from source: @escaping Source) {
    self.cells = cells
    self.source = source
    recent = ContiguousArray(repeating: nil, count: Self.recentCount)
  }

  /// The same states, of which changes are not seen here. A state is copied when it is changed next, here or there.
  package func copied(from source: @escaping Source) -> Replay { Replay(cells.mapValues { $0.copied() }, from: source) }

  /// Forgets a state: its store is gone.
  package func remove(_ id: ObjectIdentifier) {
    cells[id] = nil
    forgetRecent()
  }

  package func put(_ cell: any ReplayedCell) {
    cells[ObjectIdentifier(cell.liveCell)] = cell
    forgetRecent()
  }

  /// They keep the replay alive while they are used.
  private var standIns: StandIns { StandIns { [self] cell in past(of: cell) } }

  private func forgetRecent() { recent = ContiguousArray(repeating: nil, count: Self.recentCount) }

  /// Runs `body` with a token that stands for this replay, with no live tree told of what its reducers do.
  package func run(_ body: (borrowing Turn, borrowing LockToken) -> Void) {
    standIns.run(body)
  }

  /// Runs `body` with a token that stands for this replay.
  package func read<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    standIns.read(body)
  }

  /// The past of a cell.
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

/// A store of another process, or of another run, in which recorded actions are reduced again.
package struct ReplayTarget<Action: Sendable>: Sendable {
  private let path: ReductionPath<Action>

  package init<State>(_ node: StoreNode<State, Action>) { path = node.actionQueue.path }

  package var store: UInt64 { path.store }

  /// Reduces an action in the states that `locked` stands for.
  ///
  /// - Parameter isLevel: Whether the action is reduced by one level of the path alone, as a middleware passed it on.
  package func reduce(_ action: Action, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    path.reduce(action, isLevel: isLevel, turn, locked)
  }

  /// The cells that such an action changes, from the store's own up.
  package func cells(for action: Action, isLevel: Bool) -> [any ReplayableCell] {
    StandIns.cellsChanged { turn, locked in reduce(action, isLevel: isLevel, turn, locked) }
  }

  /// The cell of the store's own state.
  package static func ownCell<State>(of node: StoreNode<State, Action>) -> (any ReplayableCell)? {
    node.actionQueue.own as? any ReplayableCell
  }
}

extension StoreTree {
  /// The state that a cell has now.
  package func entered(_ cell: any ReplayableCell) -> any ReplayedCell {
    stateLock.hold { locked in cell.entered(locked) }
  }
}
