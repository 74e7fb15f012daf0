extension StateStore {
  /// Calls a closure on the main actor when all that was dispatched before has been reduced and published.
  ///
  /// It is called too when the tree goes before that.
  func afterReducing(_ body: @escaping @MainActor @Sendable () -> Void) {
    let callback = LastCallback(body)
    node.tree.mailbox.post { _ in callback.call() }
  }
}

/// Calls a closure on the main actor, once: when it is told to, or when the mailbox that was to tell it goes.
private final class LastCallback: Sendable {
  private let body: Guarded<(@MainActor @Sendable () -> Void)?>

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = Guarded(body) }

  deinit { call() }

  func call() {
    if let body = body.take() { Task { @MainActor in body() } }
  }
}
