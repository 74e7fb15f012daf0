extension StateStore {
  /// Calls the observer with the current state, then once for each turn, until it returns `.dead`.
  ///
  /// The store does not keep the observer's owner alive, and the observer does not keep the store alive. Subscribing the
  /// same observer again offers it the current state, and does not call it twice for each turn afterwards.
  ///
  /// ```swift
  /// store.subscribe(observer: Observer { state in
  ///   print(state.count)
  ///   return state.count < 10 ? .active : .dead
  /// })
  /// ```
  public func subscribe(observer: Observer<State>) {
    let (owner, observe) = (observer.owner, observer.observe)
    let registration = node.register(identity: observer.identity, choice: observer.choice()) { state, _ in
      owner?.isGone == true ? .dead : observe(state)
    }
    node.tree.mailbox.postDuringPause { [admission = node.admission] turn in
      admission.admit(registration, turn)
      if let owner { admission.tree.bind(registration, to: owner, turn) }
    }
  }

  /// Calls `observe` with the current state, then once for each turn, until the subscription ends.
  ///
  /// The subscription ends when it is cancelled or released, or when the store is gone: an observer keeps no store alive.
  /// `observe` runs where the store's reducers run, after them.
  ///
  /// ```swift
  /// let subscription = store.subscribe { state in print(state.count) }
  /// subscription.cancel()
  /// ```
  ///
  /// Keep the store as long as the subscription. If it goes before, and its tree changes again, that is reported.
  ///
  /// - Returns: The subscription. Keep it for as long as you want to be called.
  @inlinable
  public func subscribe(
    _ observe: @escaping @Sendable (_ state: State) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreSubscription {
    node.subscribe(at: SourceLocation(fileID: fileID, line: line), observe)
  }

  /// Calls `observe` with the current state, then once for each turn that changed it in the way that `equating` compares.
  ///
  /// ```swift
  /// let subscription = store.subscribe(removeDuplicates: .equal { $0.title }) { state in
  ///   print(state.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - equating: Says when two states are the same to this observer, for example `.equal { $0.title }`.
  ///   - observe: Called where the store's reducers run, after them.
  ///   - fileID: The place of this call, for reports.
  ///   - line: The place of this call.
  /// - Returns: The subscription. It ends when it is cancelled or released, or when the store is gone.
  @inlinable
  public func subscribe(
    removeDuplicates equating: Equating<State>, _ observe: @escaping @Sendable (_ state: State) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreSubscription {
    node.subscribe(.filtered(equating.makeFilter()), at: SourceLocation(fileID: fileID, line: line), observe)
  }

  /// Calls `observe` with the current state, then once for each turn, and ends with the store without a report.
  ///
  /// ```swift
  /// let subscription = store.subscribe(until: .storeGoes) { state in print(state.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - end: Says that the observer is meant to end with the store.
  ///   - equating: Says when two states are the same to this observer.
  ///   - observe: Called where the store's reducers run, after them.
  /// - Returns: The subscription. It ends when it is cancelled or released, or when the store is gone.
  public func subscribe(
    until end: ObservationEnd, removeDuplicates equating: Equating<State> = .neverEqual,
    _ observe: @escaping @Sendable (_ state: State) -> Void
  ) -> StoreSubscription {
    node.subscribe(.filtered(equating.makeFilter()), at: nil, observe)
  }
}

extension StoreNode {
  /// Posts an observer that goes on until its token ends it, or the store.
  @inlinable
  func subscribe(
    _ choice: Registration<State>.Choice = .all, at location: SourceLocation?,
    _ observe: @escaping @Sendable (State) -> Void
  ) -> StoreSubscription {
    subscribe(
      register(choice: choice, location: location) { state, _ in
        observe(state)
        return .active
      })
  }

  /// Posts an observer that its token alone keeps, so that cancelling frees it even before it was admitted.
  @usableFromInline
  package func subscribe(_ registration: Registration<State>) -> StoreSubscription {
    let message: Mailbox.Message = { [admission, weak registration] turn in
      if let registration { admission.admit(registration, turn) }
    }
    if registration.skipsPast { tree.mailbox.post(message) } else { tree.mailbox.postDuringPause(message) }
    return StoreSubscription(registration)
  }
}
