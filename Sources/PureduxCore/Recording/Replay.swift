internal import PureduxAtomics

/// The states of a tree at one moment of the past, in which reducers can run again.
///
/// A lock token that stands for a replay has every cell change and read its state here, and no live state. So the same
/// closures that reduce and compose live states do it for the past. One thread at a time may use a replay.
@usableFromInline
package final class Replay {
  /// Gives the state of a cell that is not here yet.
  package typealias Source = (any ReplayableCell) -> any ReplayedCell

  package private(set) var cells: [ObjectIdentifier: any ReplayedCell]
  /// Nil where cells are named and not changed.
  private let source: Source?
  private var named: [any ReplayableCell] = []
  // The cells that were used last, so that most steps do without the dictionary.
  private var recent: ContiguousArray<(id: ObjectIdentifier, cell: any ReplayedCell)?>
  /// Where reducers take from what they drew from outside when they ran live.
  package let draws = DrawnValues()

  private static var recentCount: Int { 16 }

  /// A replay of these states; `source` gives those of other cells.
  package init(_ cells: [ObjectIdentifier: any ReplayedCell] = [:], from source: @escaping Source) {
    self.cells = cells
    self.source = source
    recent = ContiguousArray(repeating: nil, count: Self.recentCount)
  }

  /// For naming cells.
  private init() {
    cells = [:]
    source = nil
    recent = []
  }

  /// Names the cells that `reduce` would change, in its order.
  static func collect(
    into cells: inout [any ReplayableCell], _ reduce: (borrowing Turn, borrowing LockToken) -> Void
  ) {
    let replay = Replay()
    replay.run(reduce)
    cells = replay.named
  }

  /// The same states, of which changes are not seen here. A state is copied when it is changed next, here or there.
  package func copied(from source: @escaping Source) -> Replay { Replay(cells.mapValues { $0.copied() }, from: source) }

  /// Forgets a state: its store is gone.
  package func remove(_ id: ObjectIdentifier) {
    cells[id] = nil
    recent = ContiguousArray(repeating: nil, count: Self.recentCount)
  }

  /// The past of a cell.
  package func past(of cell: any ReplayableCell) -> any ReplayedCell { found(cell) }

  package func put(_ cell: any ReplayedCell) {
    cells[ObjectIdentifier(cell.liveCell)] = cell
    if !recent.isEmpty { recent = ContiguousArray(repeating: nil, count: Self.recentCount) }
  }

  /// Runs `body` with a token that stands for this replay, with no live tree told of what its reducers do.
  package func run(_ body: (borrowing Turn, borrowing LockToken) -> Void) {
    let wasReplaying = puredux_thread_set_replaying(true)
    defer { _ = puredux_thread_set_replaying(wasReplaying) }
    PrivateTurns().lend { turn in body(turn, LockToken(self)) }
    withExtendedLifetime(self) {}
  }

  /// Runs `body` with a token that stands for this replay.
  package func read<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    let wasReplaying = puredux_thread_set_replaying(true)
    defer { _ = puredux_thread_set_replaying(wasReplaying) }
    return withExtendedLifetime(self) { body(LockToken(self)) }
  }

  /// The past of a cell that a reducer is to change; nil where cells are only named.
  ///
  /// Never inlined, because reducing live states would pay for it. Nor is the reducer passed on: what it captures would
  /// be gathered for each live state too.
  @inlinable
  @inline(never)
  func stateToChange<State>(of cell: StateCell<State>) -> ReplayedState<State>? {
    collects(cell) ? nil : state(of: cell)
  }

  @inlinable
  @inline(never)
  func state<State>(of cell: StateCell<State>) -> ReplayedState<State> {
    // SAFETY: what is kept for a cell was made by that cell, which is kept alive with it.
    unsafeDowncast(found(cell), to: ReplayedState<State>.self)
  }

  @usableFromInline
  func collects(_ cell: any ReplayableCell) -> Bool {
    guard source == nil else { return false }
    named.append(cell)
    return true
  }

  @usableFromInline
  func found(_ cell: any ReplayableCell) -> any ReplayedCell {
    let id = ObjectIdentifier(cell)
    let slot = Int(bitPattern: UInt(bitPattern: id) >> 4) & (Self.recentCount - 1)
    if let known = recent.isEmpty ? nil : recent[slot], known.id == id { return known.cell }
    let found = cells[id] ?? missing(cell)
    if !recent.isEmpty { recent[slot] = (id, found) }
    return found
  }

  private func missing(_ cell: any ReplayableCell) -> any ReplayedCell {
    guard let source else { fatalError("a state was read where cells are only named") }
    let found = source(cell)
    cells[ObjectIdentifier(cell)] = found
    return found
  }
}
