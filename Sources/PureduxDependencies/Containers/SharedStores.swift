/// The stores that many parts of an application use, made when first asked for.
///
///     extension SharedStores { @StoreEntry public var root = StateStore<AppState, Action>(AppState()) { … } }
///
///     let root = StoreOf[\.root]
public struct SharedStores: EntryContainer {
  public var overrides = EntryOverrides()

  /// One that says nothing differently from the process.
  @inlinable
  public init() {}
}
