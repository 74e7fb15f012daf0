extension StateStore {
  /// Calls the observer with the current state, then once for each turn, until it returns `.dead`.
  ///
  /// The store does not retain the observer's owner, and the observer does not retain the store. Subscribing the same
  /// observer again offers it the current state, but it is still called once for each turn.
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
  /// The subscription ends when it is cancelled or released, or when the store is released: an observer does not retain
  /// the store. `observe` is called after the reducers, on the store's runner.
  ///
  /// ```swift
  /// let subscription = store.subscribe { state in print(state.count) }
  /// subscription.cancel()
  /// ```
  ///
  /// Keep the store as long as the subscription. If the store is released first, and its tree changes again, that is
  /// reported.
  ///
  /// - Returns: The subscription. Keep it as long as `observe` should be called.
  @inlinable
  public func subscribe(
    _ observe: @escaping @Sendable (_ state: State) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreSubscription {
    node.subscribe(at: SourceLocation(fileID: fileID, line: line), observe)
  }

  /// Calls `observe` with the current state, then once for each turn that changed the values that `equating` compares.
  ///
  /// ```swift
  /// let subscription = store.subscribe(removeDuplicates: .equal { $0.title }) { state in
  ///   print(state.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - equating: When two states are the same to this observer, for example `.equal { $0.title }`.
  ///   - observe: Called after the reducers, on the store's runner.
  ///   - fileID: The location of this call, for reports.
  ///   - line: The location of this call.
  /// - Returns: The subscription. It ends when it is cancelled or released, or when the store is released.
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
  ///   - end: States that the observer is meant to end with the store.
  ///   - equating: When two states are the same to this observer.
  ///   - observe: Called after the reducers, on the store's runner.
  /// - Returns: The subscription. It ends when it is cancelled or released, or when the store is released.
  public func subscribe(
    until end: ObservationEnd, removeDuplicates equating: Equating<State> = .neverEqual,
    _ observe: @escaping @Sendable (_ state: State) -> Void
  ) -> StoreSubscription {
    node.subscribe(.filtered(equating.makeFilter()), at: nil, observe)
  }
}

extension StoreNode {
  /// Posts an observer that continues until its token or the store ends it.
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

  /// Posts an observer that only its token retains, so that cancelling releases it even before its registration.
  @usableFromInline
  package func subscribe(_ registration: Registration<State>) -> StoreSubscription {
    let message: Mailbox.Message = { [admission, weak registration] turn in
      if let registration { admission.admit(registration, turn) }
    }
    if registration.skipsPast { tree.mailbox.post(message) } else { tree.mailbox.postDuringPause(message) }
    return StoreSubscription(registration)
  }
}
