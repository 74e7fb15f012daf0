/// The container of stores that several parts of an application share.
///
/// Declare each shared store as an entry in an extension. The first read, with the type's subscript or
/// with ``StoreOf``, creates the store:
///
/// ```swift
/// extension SharedStores {
///   @StoreEntry var account = StateStore<AppState, Action>(AppState()) { state, action in
///     state.reduce(action)
///   }
/// }
///
/// func signOut() { SharedStores[\.account].dispatch(.signOut) }
/// ```
///
/// The entry retains the store until the process ends, or until the entry is set to another store. In tests and
/// previews, use `SharedStores.with` to replace a store for one operation.
@frozen
public struct SharedStores: EntryContainer {
  public var overrides = EntryOverrides()

  /// Creates a container without overrides.
  @inlinable
  public init() {}
}

/// Declares a shared store as an entry of a container. The first read creates the store.
///
/// ```swift
/// extension SharedStores {
///   @StoreEntry var account = StateStore<AppState, Action>(AppState()) { state, action in
///     state.reduce(action)
///   }
/// }
///
/// func signOut() { SharedStores[\.account].dispatch(.signOut) }
/// ```
///
/// Attach the macro to a `var` with an initial value, in ``SharedStores`` or another container. The property may be
/// optional, with `nil` as its initial value. The macro has the same expansion as ``DependencyEntry()``; the different
/// name documents that the entry is a store.
@attached(accessor)
@attached(peer, names: prefixed(__entry_))
public macro StoreEntry() = #externalMacro(module: "PureduxMacros", type: "StoreEntryMacro")

/// A property that reads a shared store from `SharedStores`. In a function, read `SharedStores[\.root]` directly.
///
/// ```swift
/// final class Screen {
///   @StoreOf(\.root) var root
///   let store = SharedStores[\.root].with(ViewState()) { state, action in state.reduce(action) }
/// }
/// ```
///
/// The wrapper stores the key path, not the store: each read returns the current store. The first read creates the
/// store.
@propertyWrapper
public struct StoreOf<Value>: Sendable {
  private let entry: any KeyPath<SharedStores, Value> & Sendable

  /// Creates a wrapper for a shared store. The store is not created until `wrappedValue` is read.
  ///
  /// - Parameter entry: The key path of the entry in `SharedStores`.
  public init(_ entry: any KeyPath<SharedStores, Value> & Sendable) { self.entry = entry }

  /// The current shared store, read on each access.
  public var wrappedValue: Value { SharedStores[entry] }
}
