/// Is told of tasks that wait for a context's stores from outside: of its own stores nobody but the owner may run the work,
/// and a task that waits for it may wait for ever.
package struct WaitObserver: Sendable {
  let began: @Sendable (_ call: String, SourceLocation) -> @Sendable () -> Void

  /// - Parameter began: Is given the call that waits, as it stands in the code. The result is called when the wait is over.
  package init(_ began: @escaping @Sendable (_ call: String, SourceLocation) -> @Sendable () -> Void) {
    self.began = began
  }
}

extension StoreContext {
  private enum WaitObserverKey: StoreContextKey {
    static var defaultValue: WaitObserver? { nil }
  }

  /// Nil except in a test's context.
  package var waitObserver: WaitObserver? {
    get { self[WaitObserverKey.self] }
    set { self[WaitObserverKey.self] = newValue }
  }

  /// Waits for the stores of this context. Their own tasks, in which the context is in force, are not told of.
  package func waiting<Result>(
    in call: @autoclosure () -> String, at location: SourceLocation, isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Result
  ) async -> Result {
    guard let observer = waitObserver, Self.current.waitObserver == nil else { return await body() }
    let end = observer.began(call(), location)
    defer { end() }
    return await body()
  }
}
