internal import Foundation
internal import MachineProbes

/// Baseline B1: a state and a reducer under one lock, and nothing else of a store.
///
/// In a module of its own and not inlinable, as a plain generic class of a library would be.
public final class LockedStore<State, Action> {
  private var state: State
  private let reducer: (inout State, Action) -> Void
  private let lock = plain_lock_make()

  public init(_ state: State, reducer: @escaping (inout State, Action) -> Void) {
    self.state = state
    self.reducer = reducer
  }

  deinit { plain_lock_free(lock) }

  @inline(never)
  public func dispatch(_ action: Action) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    reducer(&state, action)
  }

  @inline(never)
  public func current() -> State {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return state
  }
}
