public import Foundation

extension StateStore {
  /// Creates a store whose document is shared by all replicas that use the same log.
  ///
  /// An action for which `shared` returns an action is reduced at once and entered into the log; every replica reduces
  /// it at the same place in the order of all actions. Other actions are left to the stores below.
  ///
  /// ```swift
  /// let list = StateStore(replica: ShoppingList(), in: .memory()) { (action: ScreenAction) in
  ///   if case .list(let change) = action { change } else { ListAction?.none }
  /// } reducer: { list, action in
  ///   try list.reduce(action)
  /// }
  /// let screen = list.with(Screen()) { screen, action in screen.reduce(action) }
  /// ```
  ///
  /// The reducer must depend on the document and the action alone, in every process. `Identity()` and the context's
  /// clock give each replica the same values.
  ///
  /// - Parameters:
  ///   - document: The document of a new log.
  ///   - log: Gives the actions of all replicas their order.
  ///   - version: Must grow whenever an action is added, or the reducer changes. A replica stops before an entry of a
  ///     later version.
  ///   - parts: All stored properties that actions change, so that pending actions can be reverted at the cost of their
  ///     changes. If nil, the document is copied while actions are pending.
  ///   - runner: Runs the reducer.
  ///   - shared: Returns the part of an action that is shared; nil if the action is not shared.
  ///   - migrate: Decodes an action of this version or an earlier one.
  ///   - reducer: Changes the document, or throws to reject the action, which then has no effect in any replica.
  @inlinable
  public init<Document: Codable & Sendable, Shared: Codable & Sendable>(
    replica document: Document, in log: ReplicaLog, version: UInt32 = 1, parts: [ReplicaPart<Document>]? = nil,
    runner: some StoreRunner = QueueRunner(), sharing shared: @escaping @Sendable (_ action: Action) -> Shared?,
    migrate: @escaping @Sendable (_ version: UInt32, _ data: Data) throws -> Shared = { try decodeShared($1) },
    reducer: @escaping @Sendable (inout Document, Shared) throws -> Void
  ) where State == ReplicaState<Document, Shared> {
    let rules = ReplicaRules<Document, Shared>(
      parts: parts, mayReject: true, differences: documentDifferences(), reducer: reducer)
    self.init(document, log, version, runner, shared, migrate) { $0.reduce($1, rules) }
  }

  /// Creates a store whose document is shared by all replicas that use the same log, and so are all of its actions.
  ///
  /// ```swift
  /// let list = StateStore(replica: ShoppingList(), in: .memory()) { (list, action: ListAction) in
  ///   try? list.reduce(action)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - document: The document of a new log.
  ///   - log: Gives the actions of all replicas their order.
  ///   - version: Must grow whenever an action is added, or the reducer changes.
  ///   - parts: All stored properties that actions change; nil to copy the document while actions are pending.
  ///   - runner: Runs the reducer.
  ///   - migrate: Decodes an action of this version or an earlier one.
  ///   - reducer: Changes the document.
  @inlinable
  public init<Document: Codable & Sendable>(
    replica document: Document, in log: ReplicaLog, version: UInt32 = 1, parts: [ReplicaPart<Document>]? = nil,
    runner: some StoreRunner = QueueRunner(),
    migrate: @escaping @Sendable (_ version: UInt32, _ data: Data) throws -> Action = { try decodeShared($1) },
    reducer: @escaping Reducer<Document, Action>
  ) where State == ReplicaState<Document, Action>, Action: Codable {
    let rules = ReplicaRules<Document, Action>(
      parts: parts, mayReject: false, differences: documentDifferences(), reducer: reducer)
    self.init(document, log, version, runner, { $0 }, migrate) { $0.reduce($1, rules) }
  }

  @usableFromInline
  init<Document: Codable & Sendable, Shared: Codable & Sendable>(
    _ document: Document, _ log: ReplicaLog, _ version: UInt32, _ runner: some StoreRunner,
    _ shared: @escaping @Sendable (Action) -> Shared?, _ migrate: @escaping @Sendable (UInt32, Data) throws -> Shared,
    reducer: @escaping Reducer<ReplicaState<Document, Shared>, ReplicaStep<Document, Shared>>
  ) where State == ReplicaState<Document, Shared> {
    let base = StateStore<ReplicaState<Document, Shared>, ReplicaStep<Document, Shared>>(
      ReplicaState(document), runner: runner, reducer: reducer)
    let context = base.node.context
    let loop = ExchangeLoop(context)
    let local = base.subscribe(until: .storeReleased) { state in
      if state.fold.pending.last?.isAccepted == false { loop.wake.yield() }
    }
    let bridge = log.bridge.map { bridge in
      context.startTask { await bridge.run(context) { loop.wake.yield() } }
    }
    let task = context.startTask { [store = base.weak()] in
      var link = ReplicaLink(store, log, ReplicaCoding(version: version, decode: migrate), initial: document, context)
      await link.run(loop)
    }
    base.node.keep(
      StoreSubscription {
        local.cancel()
        bridge?.cancel()
        task.cancel()
      })
    self = base.map(actions: { action in shared(action).map { .local($0) } ?? .unshared })
  }
}

/// Decodes a shared action whose encoding is the same in all versions.
@usableFromInline
func decodeShared<Shared: Decodable>(_ data: Data) throws -> Shared {
  try ReplicaJSON.value(data)
}

/// Returns a function that finds the properties in which two documents differ; nil in a release build.
@usableFromInline
func documentDifferences<Document: Encodable & Sendable>() -> (@Sendable (Document, Document) -> [String])? {
  var differences: (@Sendable (Document, Document) -> [String])?
  assert(
    {
      differences = { DocumentDigest.differences($0, $1) }
      return true
    }())
  return differences
}
