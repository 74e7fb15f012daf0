// Names of Puredux 1, which forward to what replaced them. They go with the next major version.

/// What keeps the root store was called so in Puredux 1.
@available(*, deprecated, renamed: "StoreFactory")
public typealias RootStore = StoreFactory

extension StoreFactory {
  /// The root store.
  @available(*, deprecated, renamed: "rootStore()")
  public func store() -> StateStore<State, Action> { rootStore() }
}

extension StateStore {
  /// A window on a part of the state.
  @available(*, deprecated, renamed: "map(state:)")
  public func proxy<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part
  ) -> StateStore<Part, Action> { map(state: transform) }
}

extension Observer {
  /// `complete(.dead)`, at once or later, ends the observer before its next call.
  @available(*, deprecated, renamed: "init(id:observe:)")
  public init(
    observe: @escaping @Sendable (_ state: State, _ complete: @escaping @Sendable (ObserverStatus) -> Void) -> Void
  ) {
    let isDead = AtomicFlag()
    self.init { state in
      if isDead.isRaised { return .dead }
      observe(state) { if $0 == .dead { isDead.raise() } }
      return isDead.isRaised ? .dead : .active
    }
  }
}
