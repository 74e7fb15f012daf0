extension StoreContext {
  private enum RunnerKey: StoreContextKey {
    static var defaultValue: (any StoreRunner)? { nil }
  }

  private enum TapKey: StoreContextKey {
    static var defaultValue: (@Sendable (StoreEvent) -> Void)? { nil }
  }

  /// Where trees made from now on run, whatever their initialisers say; nil to do as they say.
  public var runner: (any StoreRunner)? {
    get { self[RunnerKey.self] }
    set { self[RunnerKey.self] = newValue }
  }

  /// Called with all that happens in trees made from now on, from their first turn. See `StateStore.tap`.
  public var tap: (@Sendable (StoreEvent) -> Void)? {
    get { self[TapKey.self] }
    set { self[TapKey.self] = newValue }
  }
}
