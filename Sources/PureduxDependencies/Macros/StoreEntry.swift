/// Makes a property with an initial value an entry of its container: a store that is made when first used.
///
///     extension SharedStores { @StoreEntry public var root = StateStore<AppState, Action>(AppState()) { … } }
@attached(accessor)
@attached(peer, names: prefixed(__entry_))
public macro StoreEntry() = #externalMacro(module: "PureduxMacros", type: "StoreEntryMacro")
