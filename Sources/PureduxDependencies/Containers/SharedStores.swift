/// The container of the stores that many parts of an application use.
///
/// Declare each shared store as an entry in an extension. It is created when it is first read, with ``StoreOf`` or
/// with the type's subscript:
///
/// ```swift
/// extension SharedStores {
///   @StoreEntry var account = StateStore<AppState, Action>(AppState()) { state, action in
///     state.reduce(action)
///   }
/// }
///
/// func signOut() { StoreOf[\.account].dispatch(.signOut) }
/// ```
///
/// The entry keeps the store for as long as the process runs, or until another store is set in its place.
/// `SharedStores.with` replaces a store for one operation, as tests and previews do.
@frozen
public struct SharedStores: EntryContainer {
  public var overrides = EntryOverrides()

  /// Creates a container that overrides nothing.
  @inlinable
  public init() {}
}
