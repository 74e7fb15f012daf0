internal import Foundation

/// The children's own states, each saved as a row of a journal.
///
/// Contains the states of existing children, and saved states whose elements have not appeared yet.
final class JournaledChildren<ID: Codable & Hashable & Sendable, Local: Sendable>: Sendable {
  typealias States = ChildStates<ID, Local>

  /// An existing child, or a child that was released together with all other children.
  ///
  /// Releasing all children together does not count as a change.
  private struct Child: Sendable {
    let follower: StateFollower<Local>
    /// Lends the child's own state to a closure without copying the state.
    let lend: @Sendable ((Local) -> Void) -> Void
    /// Posts a turn that restores saved cells, unless the child's own state has already changed.
    let restore: @Sendable (_ cells: [States.Cell?]) -> Void
  }

  private struct Content: Sendable {
    /// The identities of the journal's rows, with the pending order changes applied.
    var rows: [ID] = []
    var positions: [ID: Int] = [:]
    /// The changes to the row order that have not been taken for a save yet.
    var order: [OrderChange] = []
    /// The added rows that have not been taken for a save yet.
    var added: Set<ID> = []
    /// Whether the next save must contain all rows.
    var isWhole = false
    var children: [ID: Child] = [:]
    /// Saved cells of elements that have not appeared yet, or whose children have not been restored yet.
    var waiting: [ID: [States.Cell?]] = [:]

    mutating func add(_ id: ID) {
      guard positions[id] == nil else { return }
      order.append(.insert(rows.count))
      added.insert(id)
      positions[id] = rows.count
      rows.append(id)
    }

    /// Removes a row, and fills the gap with the last row, so that no other row moves.
    mutating func remove(_ id: ID) {
      guard let position = positions.removeValue(forKey: id), let last = rows.popLast() else { return }
      added.remove(id)
      order.append(.remove(position))
      if position < rows.count {
        if position < rows.count - 1 { order.append(.move(from: rows.count - 1, to: position)) }
        rows[position] = last
        positions[last] = position
      }
    }
  }

  private let parts: [StatePart<Local>]
  private let content = Guarded(Content())
  /// A closure that is called when data must be saved even though no turn has changed the data.
  private let due = Guarded<(@Sendable () -> Void)?>(nil)

  init<State: Sendable, Action: Sendable>(
    _ children: some ChildStores<ID, StateStore<(State, Local), Action>>, _ parts: [StatePart<Local>]
  ) {
    self.parts = parts
    children.observe { [weak self] id, child in
      self?.come(id, child)
    } removed: { [weak self] id in
      self?.leave(id)
    }
  }

  func onDue(_ body: @escaping @Sendable () -> Void) { due.withLock { $0 = body } }

  /// Restores children that appear later and, unless `onlyComing` is true, existing children.
  func restore(_ states: States, onlyComing: Bool = false) {
    let restores = content.withLock { content -> [(Child, [States.Cell?])] in
      var restores: [(Child, [States.Cell?])] = []
      (content.rows, content.positions, content.waiting) = ([], [:], [:])
      for (row, id) in states.ids.enumerated() {
        let cells = states.cells(of: row)
        content.add(id)
        let child = content.children[id]
        if child == nil || !onlyComing { content.waiting[id] = cells }
        if let child, !onlyComing { restores.append((child, cells)) }
      }
      // Save all rows if two saved rows share an identity. Also save all rows after a late restore, because data taken
      // before the restore was not saved.
      content.isWhole = onlyComing || content.rows.count < states.ids.count
      (content.order, content.added) = ([], [])
      for id in content.children.keys { content.add(id) }
      return restores
    }
    for (child, cells) in restores { child.restore(cells) }
  }

  /// Copies the unsaved data of the children. Returns nil if nothing has changed. All parts of a child are copied from
  /// the same state.
  func take(isWhole: Bool) -> PendingState? {
    content.withLock { content in
      // If there are more order changes than rows, saving all rows takes less space.
      let isWhole = isWhole || content.isWhole || content.order.count > max(64, content.rows.count)
      var pending = PendingRows<ID, Local>(isWhole: isWhole, order: content.order, parts: parts)
      for (id, child) in content.children where content.waiting[id] == nil {
        guard let position = content.positions[id] else { continue }
        child.lend { state in
          pending.add(child.follower.takeWholeParts(from: state, isWhole: isWhole), at: position)
        }
      }
      if isWhole {
        for (id, cells) in content.waiting { content.positions[id].map { pending.add(stored: cells, at: $0) } }
      }
      for id in isWhole ? Set(content.rows) : content.added { content.positions[id].map { pending.add(id, at: $0) } }
      (content.order, content.added, content.isWhole) = ([], [], false)
      return pending.state(rows: content.rows.count)
    }
  }

  private func come<State: Sendable, Action: Sendable>(_ id: ID, _ child: StateStore<(State, Local), Action>) {
    let (lend, read, window) = (child.node.lendPresentState, child.node.readPresentState, child.weak())
    let follower = StateFollower(parts)
    let entry = Child(follower: follower) { body in
      lend { state in body(state.1) }
    } restore: { [weak self] cells in
      let isOwn = window.strong()?.node.replaceOwnState { [weak self] isInitial -> Local? in
        defer { self?.tookIn(id, isSaved: isInitial) }
        guard isInitial else { return nil }
        var state = read().1
        for cell in cells { cell?.restore(&state) }
        // A part that has no saved cell must still be saved.
        if cells.allSatisfy({ $0 != nil }) { follower.begin(with: state) }
        return state
      }
      if isOwn == false { self?.tookIn(id, isSaved: false) }
    }
    let saved = content.withLock { content in
      content.children[id] = entry
      content.add(id)
      return content.waiting[id]
    }
    if let saved { entry.restore(saved) }
  }

  /// Drops the saved state of a child, because the child's own state now supersedes it.
  private func tookIn(_ id: ID, isSaved: Bool) {
    content.withLock { $0.waiting[id] = nil }
    if !isSaved { due.withLock({ $0 })?() }
  }

  private func leave(_ id: ID) {
    content.withLock { content in
      (content.children[id], content.waiting[id]) = (nil, nil)
      content.remove(id)
    }
  }
}

/// Rows to be saved.
private struct PendingRows<ID: Codable & Hashable & Sendable, Local: Sendable> {
  private enum Cell: Sendable {
    case pending(PendingPart)
    case stored(StoredPart)
    case empty
  }

  private let isWhole: Bool
  private let order: [OrderChange]
  private let parts: [StatePart<Local>]
  private var ids: [(position: Int, id: ID)] = []
  private var columns: [[(position: Int, cell: Cell)]]

  init(isWhole: Bool, order: [OrderChange], parts: [StatePart<Local>]) {
    (self.isWhole, self.order, self.parts) = (isWhole, order, parts)
    columns = Array(repeating: [], count: parts.count)
  }

  mutating func add(_ id: ID, at position: Int) { ids.append((position, id)) }

  mutating func add(_ cells: [PendingPart?], at position: Int) {
    for (index, cell) in cells.enumerated() { if let cell { columns[index].append((position, .pending(cell))) } }
  }

  /// Adds cells that were read but not restored.
  mutating func add(stored cells: [ChildStates<ID, Local>.Cell?], at position: Int) {
    for (index, cell) in cells.enumerated() {
      columns[index].append((position, cell.map { .stored($0.stored) } ?? .empty))
    }
  }

  /// Returns the data to write for the parts of `ChildStates`, or nil if nothing has changed.
  func state(rows: Int) -> PendingState? {
    let hasOrder = isWhole || !order.isEmpty
    if !hasOrder, columns.allSatisfy(\.isEmpty) { return nil }
    // Sort by position, because the iteration order of a dictionary differs between processes.
    let ids = ids.sorted { $0.position < $1.position }
    let first = part(ids.count) { format, receive in
      for (position, id) in ids { try receive(position, format.encode(id)) }
    }
    let others = zip(parts, columns).map { part, cells -> PendingPart? in
      if !hasOrder, cells.isEmpty { return nil }
      let cells = cells.sorted { $0.position < $1.position }
      return self.part(cells.count) { format, receive in
        for (position, cell) in cells {
          switch cell {
          case .pending(let pending): try receive(position, pending.cell(format))
          case .stored(let stored): try receive(position, part.recode(stored, format).cell(format))
          case .empty: try receive(position, Data())
          }
        }
      }
    }
    let pending = [hasOrder ? first : nil] + others
    return PendingState(
      isWhole: isWhole, parts: pending, elementCounts: Array(repeating: rows, count: pending.count))
  }

  private func part(
    _ count: Int, _ encode: @escaping @Sendable (any PersistenceFormat, PendingPart.Receive) throws -> Void
  ) -> PendingPart { PendingPart(form: isWhole ? .all : .changes(order), count: count, encode: encode) }
}
