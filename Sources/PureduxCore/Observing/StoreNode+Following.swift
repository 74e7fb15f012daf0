extension StoreNode {
  /// Enters an observer that hears of the store's turns to the very last one.
  ///
  /// What was dispatched before the store went is reduced and no longer published. So `onEnd` is called, once, in a turn
  /// after all of that, when the store has gone or the observer has ended; on any thread, and outside of a turn, where
  /// the mailbox is given up before that turn could come.
  /// - Parameters:
  ///   - choice: the states that `onChange` is called for.
  ///   - skipsPast: whether it is not called while stores show their past.
  ///   - onChange: called in each turn that publishes, and once when the observer enters.
  ///   - onEndInTurn: called right before `onEnd`, where there is a turn for it.
  /// - Returns: the observer, not yet admitted. The store keeps it, and what the two closures capture.
  package func registerFollower(
    choice: Registration<State>.Choice = .all, skipsPast: Bool = false,
    onChange: @escaping @Sendable () -> ObserverStatus,
    onEndInTurn: (@Sendable (borrowing Turn) -> Void)? = nil, onEnd: @escaping @Sendable () -> Void
  ) -> Registration<State> {
    let follower = Follower(tree.mailbox, onEndInTurn, onEnd)
    return register(choice: choice, skipsPast: skipsPast) { _, _ in withExtendedLifetime(follower) { onChange() } }
  }
}

/// Held by an observer alone, so that it goes with the observer's last call.
private final class Follower: Sendable {
  private let mailbox: Mailbox
  private let onEndInTurn: (@Sendable (borrowing Turn) -> Void)?
  private let onEnd: @Sendable () -> Void

  init(
    _ mailbox: Mailbox, _ onEndInTurn: (@Sendable (borrowing Turn) -> Void)?, _ onEnd: @escaping @Sendable () -> Void
  ) {
    self.mailbox = mailbox
    self.onEndInTurn = onEndInTurn
    self.onEnd = onEnd
  }

  deinit {
    let last = LastCall(onEnd)
    mailbox.postFromDeinit { [onEndInTurn] turn in
      onEndInTurn?(turn)
      last.call()
    }
  }
}

/// Calls a closure once: when it is told to, or when whoever was to tell it goes.
private final class LastCall: Sendable {
  private let body: Guarded<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Guarded(body) }

  deinit { call() }

  func call() { body.take()?() }
}
