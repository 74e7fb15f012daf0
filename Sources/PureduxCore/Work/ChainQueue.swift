/// An action queue that can run a chain, whatever its actions are.
protocol ChainQueue: Sendable {
  /// Performs the first steps of a chain in the turn.
  /// - Parameter isStopped: asked before each step: once true, no further step is performed.
  /// - Returns: a token that ends the chain; nil when it is over.
  func runChain(
    _ composed: ComposedAction, at site: WorkSite, unless isStopped: @escaping @Sendable () -> Bool, depth: Int,
    _ turn: borrowing Turn, then published: (@Sendable () -> Void)?
  ) -> StoreSubscription?
}

extension ActionQueue: ChainQueue {
  func runChain(
    _ composed: ComposedAction, at site: WorkSite, unless isStopped: @escaping @Sendable () -> Bool, depth: Int,
    _ turn: borrowing Turn, then published: (@Sendable () -> Void)?
  ) -> StoreSubscription? {
    let isInPlace = depth < RunningChain<Action>.greatestDepth
    // A chain that is posted has no step before its token is where it can be ended.
    let chain = RunningChain(
      composed, in: self, at: site, context: site.context, unless: isInPlace ? isStopped : nil,
      depth: isInPlace ? depth : 0, goesWithStore: false, then: published)
    if isInPlace { chain.performNext(turn) } else { chain.post() }
    return chain.isEnded ? nil : StoreSubscription(chain)
  }
}
