public import PureduxCore

extension StateStore {
  /// Has the last actions of the tree written to standard error when the program ends by a fault, for example because a
  /// reducer traps.
  ///
  /// The action under way is marked: it is the one whose reducers, or whose observers, were called.
  ///
  /// ```swift
  /// let lastActions = store.printLastActionsOnCrash(10)
  /// ```
  ///
  /// ```text
  /// Signal 4. The last actions, the newest last:
  ///   cart: add("tea", price: 4)
  ///   cart: remove(7)  <- was being reduced
  /// ```
  ///
  /// The handlers of signals that were there before, those of a crash reporter for example, are called afterwards. Install
  /// theirs first. A stack that overflows cannot be told of, because a handler needs a stack.
  ///
  /// It costs a text of each action in its turn: some microseconds.
  ///
  /// - Parameters:
  ///   - count: How many actions are written, of all trees that ask for it: at most 64.
  ///   - redact: Given each action before anything of it is kept; what it returns is kept instead.
  /// - Returns: The token that ends it. Keep it for as long as actions should be kept.
  public func printLastActionsOnCrash(
    _ count: Int = 20, redact: (@Sendable (_ action: Any) -> Any)? = nil
  ) -> StoreSubscription {
    LastTexts.begin(count: count)
    let current = Guarded<UInt32?>(nil)
    let tap = tap { event in
      switch event.kind {
      case .turnBegan(let action):
        let name = event.storeName ?? "store \(event.store.number)"
        let text = ValueText.describe(redact?(action) ?? action, limit: 300)
        let number = LastTexts.add(PrintableText.of("\(name): \(text)"))
        current.withLock { $0 = number }
      case .reduced: current.withLock { $0.map { LastTexts.set(.publishing, of: $0) } }
      case .published, .dropped: current.withLock { $0.map { LastTexts.set(.ended, of: $0) } }
      default: break
      }
    }
    return StoreSubscription {
      tap.cancel()
      LastTexts.end()
    }
  }
}
