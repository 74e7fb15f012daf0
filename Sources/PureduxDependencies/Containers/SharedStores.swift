public import PureduxCore

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

/// Declares a shared store: an entry of a container, created by its initial value when it is first read.
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
/// Attach it to a `var` with an initial value, in ``SharedStores`` or another container. The property may be
/// optional, with `nil` as its initial value. It expands as ``DependencyEntry()`` does; the name tells readers that
/// the entry is a store.
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
/// The wrapper stores the key path, not the store: each read returns the store that is in force at that moment. The
/// first read creates it.
@propertyWrapper
public struct StoreOf<Value>: Sendable {
  private let entry: any KeyPath<SharedStores, Value> & Sendable

  /// Creates a wrapper for a shared store. The store is not created before the wrapped value is read.
  ///
  /// - Parameter entry: The key path of the entry in `SharedStores`.
  public init(_ entry: any KeyPath<SharedStores, Value> & Sendable) { self.entry = entry }

  /// The shared store that is in force, read anew each time.
  public var wrappedValue: Value { SharedStores[entry] }

  /// The shared store that is in force.
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
  /// Creates a child of the shared store, with a local state next to the shared one.
  ///
  /// ```swift
  /// let store = StoreOf(\.root).with(ViewState()) { state, action in state.reduce(action) }
  /// ```
  ///
  /// Actions that are dispatched to the child are reduced by the child, then by the shared store. The child lives as
  /// long as its handle, so keep what is returned. For a middleware, or a reducer that is a value, use the store itself:
  /// `StoreOf[\.root].with(…)`.
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, reducer: reducer)
  }

  /// Creates a child of the shared store if there is one, with a local state next to the shared one.
  ///
  /// ```swift
  /// let store = StoreOf(\.session).with(ViewState()) { state, action in state.reduce(action) }
  /// ```
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state, or nil if the entry
  ///   is nil.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action>? where Value == StateStore<State, Action>? {
    wrappedValue?.with(localState, reducer: reducer)
  }
}
