public import PureduxCore
public import PureduxDifference

// Recomputed past states.
extension Recording {
  /// The state of a store after an event.
  ///
  /// The store may be a root, a child or a projection of the recorded tree. If the event is no longer retained, the
  /// result is the oldest known state. If the event is past the end of the recording, the result is the newest state.
  ///
  /// ```swift
  /// let before = recording.state(of: store, after: 119)
  /// ```
  public func state<State, Action>(of store: StateStore<State, Action>, after event: Int) -> State {
    read(after: event) { replay in replay.read { store.node.capture($0) } }()
  }

  /// A store's own state after an event, type-erased; nil for an unknown store.
  ///
  /// For a child store, the result is the local state. A store is known from the start if `record(limit:)` was called
  /// on it, from its creation if it was created during the recording, and otherwise from its first recorded action.
  public func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? {
    guard let cell = history.recorder.cell(of: store) else { return nil }
    return read(after: event) { replay -> any Sendable in Self.sendable(replay.past(of: cell).anyValue) }
  }

  /// The change that an event made to each store's own state.
  public func difference(at event: Int) -> [StoreDifference] { difference(at: event) { $0 } }

  /// - Parameter redact: Transforms each state before the comparison.
  package func difference(at event: Int, _ redact: (Any) -> Any) -> [StoreDifference] {
    let (event, cells) = (max(0, event), history.recorder.cells.sorted { $0.key < $1.key })
    let (before, after) = (
      values(of: cells.map(\.value), after: event - 1), values(of: cells.map(\.value), after: event)
    )
    return cells.indices.compactMap { index in
      Difference(from: redact(before[index]), to: redact(after[index])).map {
        StoreDifference(store: cells[index].key, difference: $0)
      }
    }
  }

  /// The known stores, in the order of their creation.
  public var stores: [RecordedStore] {
    var known: [UInt64: RecordedStore] = [:]
    for note in history.moment.chunks.flatMap(\.notes) {
      switch note.kind {
      case .storeMade(let parent, _, let actionType):
        known[note.store] = RecordedStore(
          id: note.store, name: note.storeName, actionTypes: [actionType], parent: parent.number)
      case .storeGone: known[note.store, default: RecordedStore(id: note.store)].isGone = true
      default: break
      }
    }
    return history.recorder.cells.sorted { $0.key < $1.key }.map { number, cell in
      var store = known[number] ?? RecordedStore(id: number)
      store.name = store.name ?? history.tree.name(of: number)
      store.stateType = "\(cell.stateType)"
      return store
    }
  }

  private func values(of cells: [any ReplayableCell], after event: Int) -> [Any] {
    read(after: event) { replay in cells.map { replay.past(of: $0).anyValue } }
  }

  /// Runs `body` with the states after an event's last step, excluding skipped events.
  package func read<Result>(after event: Int, _ body: (Replay) -> Result) -> Result {
    pastStates.read(after: UInt64(max(0, event)), skipping: journey.skipped, body)
  }

  package static func sendable(_ value: Any) -> any Sendable {
    // SAFETY: the state of every store is `Sendable`, and both existentials have the same layout, because `Sendable`
    // has no witness table.
    unsafeBitCast(value as Any, to: (any Sendable).self)
  }
}

/// A store in a recording or a session.
public struct RecordedStore: Sendable, Identifiable, Hashable {
  /// The number of the store in its tree, as in its `StoreID`. The root store has the smallest number in its tree.
  public let id: UInt64
  /// The name of the store, as passed to `named:`.
  public package(set) var name: String?
  /// The type of the store's own state, which is the local state for a child. Nil if unknown.
  public package(set) var stateType: String?
  /// The action types of the store; empty if unknown.
  ///
  /// For a store in a session, these are the types of the actions dispatched to the store and to its projections.
  public package(set) var actionTypes: [String]
  /// The number of the parent store; nil for the root, and for a store created before the recording.
  public package(set) var parent: UInt64?
  /// Whether the last handle to the store was released.
  public package(set) var isGone: Bool

  package init(
    id: UInt64, name: String? = nil, stateType: String? = nil, actionTypes: [String] = [], parent: UInt64? = nil,
    isGone: Bool = false
  ) {
    self.id = id
    self.name = name
    self.stateType = stateType
    self.actionTypes = actionTypes
    self.parent = parent
    self.isGone = isGone
  }

  /// The store's name; for an unnamed store, its state type and its number.
  package var title: String { name ?? "\(stateType ?? "?") #\(id)" }
}

extension RecordedStore: CustomStringConvertible {
  /// The store's name, or its number if it has no name.
  public var description: String { name ?? "store \(id)" }
}

/// The change that an event made to one store's own state.
public struct StoreDifference: Sendable {
  /// The number of the store in its tree.
  public let store: UInt64
  /// The difference from the state before the event to the state after the event.
  public let difference: Difference
}
