/// Observes the stores of a test: waits for them, and what the turns of their trees do.
@usableFromInline
package protocol TestObserver: Sendable {
  /// Called with the name and the source location of a call that waits for the stores, in a task outside the context.
  /// The returned closure is called when the wait ends.
  ///
  /// In a test, only the owner of the stores runs the stores' work, so a task outside the context may wait forever.
  func waitBegan(_ call: String, _ location: SourceLocation) -> @Sendable () -> Void
  /// Called in a turn when `map(actions:)` has embedded an action.
  ///
  /// The detectors stand for the actions below and above the embedding: all stores that pass on the same actions share
  /// one detector.
  func embedded(_ action: any Sendable, below: any AnyObject & Sendable, above: any AnyObject & Sendable)
  /// Called with the states that the reducers of a turn have changed, and their values before the turn.
  ///
  /// Called with the state lock held, if the tree keeps the states from before a turn.
  func changed(_ states: [(before: any ReplayedCell, after: any ReplayedCell)])
}

extension StoreContext {
  private enum TestObserverKey: StoreContextKey {
    static var defaultValue: (any TestObserver)? { nil }
  }

  /// The observer of this context's stores; nil except in a test's context.
  @usableFromInline
  package var testObserver: (any TestObserver)? {
    get { self[TestObserverKey.self] }
    set { self[TestObserverKey.self] = newValue }
  }

  /// Notifies the test's observer, then runs `body`, which waits for the stores of this context.
  ///
  /// The observer is not notified of waits in the context's own tasks.
  package func waiting<Result>(
    in call: @autoclosure () -> String, at location: SourceLocation, isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Result
  ) async -> Result {
    guard let observer = testObserver, Self.current.testObserver == nil else { return await body() }
    let end = observer.waitBegan(call(), location)
    defer { end() }
    return await body()
  }
}

extension StoreNode {
  /// Returns `embed` or, in a test, a closure that also notifies the test's observer.
  @inlinable
  func observed<Part>(
    _ embed: @escaping @Sendable (Part) -> Action, _ below: WorkDetector<Part>
  ) -> @Sendable (Part) -> Action {
    guard let observer = tree.context.testObserver else { return embed }
    return { [above = actionQueue.work] part in
      let action = embed(part)
      observer.embedded(action, below: below, above: above)
      return action
    }
  }

  /// The detector that all stores share to which this store passes its actions on unchanged, or from which it gets them.
  package var detector: any AnyObject & Sendable { actionQueue.work }
}
