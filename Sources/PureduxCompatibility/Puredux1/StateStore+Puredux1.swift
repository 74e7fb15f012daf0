public import PureduxCore

/// The Puredux 1 name for `StateStore`.
@available(*, deprecated, renamed: "StateStore")
public typealias StoreObject = StateStore

extension StateStore {
  /// Returns a handle that retains the last state of this store, but not the store.
  @available(
    *, deprecated, message: "Pass the store itself, or `weak()`, which retains neither the store nor a state."
  )
  public func store() -> StateStore<State, Action> { weakHandle }

  /// Returns a projection onto a part of the state.
  @available(*, deprecated, renamed: "map(state:)")
  public func proxy<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part
  ) -> StateStore<Part, Action> { map(state: transform) }

  /// Returns a projection onto a part of the state.
  @available(*, deprecated, renamed: "map(state:)")
  public func scope<Part: Sendable>(
    to transform: @escaping @Sendable (State) -> Part
  ) -> StateStore<Part, Action> { map(state: transform) }

  /// Returns a projection onto an optional part of the state. The projection's observers are not called while the part
  /// is nil.
  @available(*, deprecated, message: "Use `map(state:)`, whose observers are also called while the part is nil.")
  public func scope<Part: Sendable>(
    toOptional transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> { project(transform, isOffered: { $0 != nil }) }
}

@available(*, deprecated, message: "Pass the closure to `subscribe`, and retain the subscription that it returns.")
extension Observer {
  /// The closure that a Puredux 1 observer calls to report whether the observer is still active.
  @available(*, deprecated, message: "An observer returns its status.")
  public typealias StatusHandler = @Sendable (_ status: ObserverStatus) -> Void

  /// Creates an observer that reports its status to a completion handler.
  ///
  /// Calling `complete(.dead)`, immediately or later, ends the observer before its next call.
  @available(*, deprecated, renamed: "init(id:observe:)")
  public init(observe: @escaping @Sendable (_ state: State, _ complete: @escaping StatusHandler) -> Void) {
    let isDead = AtomicFlag()
    self.init { state in
      if isDead.isRaised { return .dead }
      observe(state) { if $0 == .dead { isDead.raise() } }
      return isDead.isRaised ? .dead : .active
    }
  }
}
