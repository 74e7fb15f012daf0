extension StateStore {
  /// Calls the observer with the current state, then once for each turn, until it answers `.dead`.
  ///
  /// The same observer subscribed again is offered the current state again, which its own filter may find to be the
  /// same, and gets no second place.
  public func subscribe(observer: Observer<State>) {
    let (owner, observe) = (observer.owner, observer.observe)
    let registration = node.register(identity: observer.identity, choice: observer.choice()) { state, _ in
      owner?.isGone == true ? .dead : observe(state)
    }
    node.tree.mailbox.post { [admission = node.admission] turn in
      admission.admit(registration, turn)
      if let owner { admission.tree.bind(registration, to: owner, turn) }
    }
  }

  /// Calls `observe` with the current state, then once for each turn, until the token is cancelled or released.
  @inlinable
  public func subscribe(_ observe: @escaping @Sendable (_ state: State) -> Void) -> StoreSubscription {
    node.subscribe(
      node.register { state, _ in
        observe(state)
        return .active
      })
  }

  /// Calls `observe` with the current state, then once for each turn that made a difference by `equating`,
  /// until the token is cancelled or released.
  @inlinable
  public func subscribe(
    removeDuplicates equating: Equating<State>, _ observe: @escaping @Sendable (_ state: State) -> Void
  ) -> StoreSubscription {
    node.subscribe(
      node.register(choice: .filtered(equating.makeFilter())) { state, _ in
        observe(state)
        return .active
      })
  }
}

extension StoreNode {
  /// Posts an observer that its token alone keeps, so that cancelling frees it even before it was admitted.
  @usableFromInline
  package func subscribe(_ registration: Registration<State>) -> StoreSubscription {
    tree.mailbox.post { [admission, weak registration] turn in
      if let registration { admission.admit(registration, turn) }
    }
    return StoreSubscription(registration)
  }
}
