public import PureduxCore

/// The container of stores that several parts of an application share.
///
/// Declare each shared store as an entry in an extension. The first read, with ``StoreOf`` or with the type's
/// subscript, creates the store:
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
/// The entry retains the store until the process ends, or until the entry is set to another store. In tests and
/// previews, use `SharedStores.with` to replace a store for one operation.
@frozen
public struct SharedStores: EntryContainer {
  public var overrides = EntryOverrides()

  /// Creates a container without overrides.
  @inlinable
  public init() {}
}

/// Declares a shared store: an entry of a container, whose store is created at the first read.
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
/// Attach the macro to a `var` with an initial value, in ``SharedStores`` or another container. The property may be
/// optional, with `nil` as its initial value. The macro has the same expansion as ``DependencyEntry()``; the different
/// name documents that the entry is a store.
@attached(accessor)
@attached(peer, names: prefixed(__entry_))
public macro StoreEntry() = #externalMacro(module: "PureduxMacros", type: "StoreEntryMacro")

/// Reads a shared store from `SharedStores`, as a property wrapper or by subscript.
///
/// ```swift
/// final class Screen {
///   @StoreOf(\.root) var root
///   let store = StoreOf(\.root).with(ViewState()) { state, action in state.reduce(action) }
/// }
///
/// let root = StoreOf[\.root]
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

  /// The current shared store.
  ///
  /// ```swift
  /// StoreOf[\.root].dispatch(.updateTime)
  /// ```
  ///
  /// - Parameter entry: The key path of the entry in `SharedStores`.
  @inlinable
  public static subscript(_ entry: KeyPath<SharedStores, Value>) -> Value { SharedStores[entry] }
}

extension StoreOf {
  /// Creates a child of the shared store, with its own local state.
  ///
  /// ```swift
  /// let store = StoreOf(\.root).with(ViewState()) { state, action in state.reduce(action) }
  /// ```
  ///
  /// Actions of the child are reduced by the child, then by the shared store. The child lives as long as its handle, so
  /// retain the returned store. To add a middleware, or to pass a reducer that is a value, call `with` on the store
  /// itself: `StoreOf[\.root].with(…)`.
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Applies an action to the local state.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, reducer: reducer)
  }

  /// Creates a child of the shared store, with its own local state, or returns nil if the entry is nil.
  ///
  /// ```swift
  /// let store = StoreOf(\.session).with(ViewState()) { state, action in state.reduce(action) }
  /// ```
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Applies an action to the local state.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state, or nil if the entry
  ///   is nil.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action>? where Value == StateStore<State, Action>? {
    wrappedValue?.with(localState, reducer: reducer)
  }
}
