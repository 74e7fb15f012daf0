internal import PureduxCore

/// The cells of a recording, each with the state that preceded its first recorded change.
final class EnteredCells: @unchecked Sendable {
  // SAFETY: all mutable state is in `content`, which is accessed with `lock` held.
  private struct Content {
    var known: Set<ObjectIdentifier> = []
    /// Captured cells that no replay has taken over yet.
    var new: [ObjectIdentifier: any ReplayedCell] = [:]
    var ofStore: [UInt64: any ReplayableCell] = [:]
    var dispatchers: [UInt64: ErasedDispatcher] = [:]
  }

  private let lock = Lock()
  // SAFETY: accessed only with `lock` held, and no user code runs while the lock is held.
  @exclusivity(unchecked) private var content = Content()

  /// Captures the current states of those `cells` that are new to this recording. The first element of `cells` is the
  /// store's own cell.
  func enter(_ cells: [any ReplayableCell], of store: UInt64, _ locked: borrowing LockToken) {
    for (index, cell) in cells.enumerated() {
      let isKnown = lock.hold { _ in
        if index == 0 { content.ofStore[store] = cell }
        return content.known.contains(ObjectIdentifier(cell))
      }
      if isKnown { continue }
      let entered = cell.entered(locked)
      lock.hold { _ in
        content.known.insert(ObjectIdentifier(cell))
        content.new[ObjectIdentifier(cell)] = entered
      }
    }
  }

  /// Registers a store's own cell and dispatcher, without capturing the cell's state.
  func know(_ cell: any ReplayableCell, _ dispatcher: ErasedDispatcher, of store: UInt64) {
    lock.hold { _ in
      content.ofStore[store] = cell
      content.dispatchers[store] = dispatcher
    }
  }

  func dispatcher(of store: UInt64) -> ErasedDispatcher? { lock.hold { _ in content.dispatchers[store] } }

  /// Removes and returns the captured state of a cell. If no recorded action has changed the cell, captures its current
  /// state.
  func take(_ cell: any ReplayableCell, _ locked: borrowing LockToken) -> any ReplayedCell {
    let id = ObjectIdentifier(cell)
    if let entered = lock.hold({ _ in content.new.removeValue(forKey: id) }) { return entered }
    lock.hold { _ in _ = content.known.insert(id) }
    return cell.entered(locked)
  }

  /// Removes and returns the captured cells that no replay has taken over yet.
  func takeNew() -> [any ReplayedCell] {
    lock.hold { _ in
      defer { content.new = [:] }
      return Array(content.new.values)
    }
  }

  var all: [UInt64: any ReplayableCell] { lock.hold { _ in content.ofStore } }

  /// Returns the cell that holds a registered store's own state.
  func cell(of store: UInt64) -> (any ReplayableCell)? { lock.hold { _ in content.ofStore[store] } }

  /// Removes a released store and returns its own cell. The caller must release the cell outside the lock.
  func forgetStore(_ store: UInt64, _ cell: ObjectIdentifier) -> (any ReplayableCell)? {
    lock.hold { _ in
      content.known.remove(cell)
      content.dispatchers[store] = nil
      return content.ofStore.removeValue(forKey: store)
    }
  }
}

/// A type-erased dispatcher for a store, used by tools. The dispatcher does not retain the store.
package struct ErasedDispatcher: Sendable {
  /// The outcome of dispatching an action.
  package enum Answer: Sendable {
    case dispatched
    case gone
    /// The action's type is not the store's action type.
    case refused
  }

  package let actionType: Any.Type
  package let dispatch: @Sendable (any Sendable) -> Answer

  init<State, Action>(_ store: WeakStore<State, Action>) {
    actionType = Action.self
    dispatch = { action in
      guard let action = action as? Action else { return .refused }
      guard let store = store.strong() else { return .gone }
      store.dispatch(action)
      return .dispatched
    }
  }
}
