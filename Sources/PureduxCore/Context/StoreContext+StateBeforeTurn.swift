extension StoreContext {
  private enum KeepsStateBeforeTurnKey: StoreContextKey {
    static var defaultValue: Bool {
      var isDebug = false
      assert(
        {
          isDebug = true
          return true
        }())
      return isDebug
    }
  }

  /// Whether a tree keeps its state while the reducers of a turn change it.
  ///
  /// A reducer that reads its own tree by mistake then gets the state before the turn; where nothing is
  /// kept there is no such state any more, and after its report the process stops. It costs what the
  /// change would cost on a shared copy, so it is off in release builds unless it is asked for.
  public var keepsStateBeforeTurn: Bool {
    get { self[KeepsStateBeforeTurnKey.self] }
    set { self[KeepsStateBeforeTurnKey.self] = newValue }
  }
}
