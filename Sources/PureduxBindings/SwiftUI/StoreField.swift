#if canImport(SwiftUI)
  /// A part of a store's state that a binding reads and writes.
  struct StoreField: Hashable, Sendable {
    private let store: StoreTarget
    /// Projections of one store share an identity, so a projection is identified by its node.
    private let projection: ObjectIdentifier?
    // SAFETY: a `Sendable` key path, stored for comparison.
    nonisolated(unsafe) private let part: AnyKeyPath

    init<State, Action, Part>(_ store: AnyStore<State, Action>, _ part: any KeyPath<State, Part> & Sendable) {
      self.store = StoreTarget(store)
      projection = store.node.isProjection ? ObjectIdentifier(store.node) : nil
      self.part = part
    }
  }
#endif
