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
