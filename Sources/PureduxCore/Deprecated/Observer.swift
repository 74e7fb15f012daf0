// Deprecated Puredux 2 API, to be removed in the next major version.

/// A closure that is called with the states of a store until it returns `.dead`.
///
/// Two observers are equal if they have the same identity. A store calls an observer at most once per turn, no matter
/// how many times the observer was subscribed.
@available(*, deprecated, message: "Pass the closure to `subscribe`, and retain the subscription that it returns.")
public struct Observer<State: Sendable>: Sendable, Hashable {
  let identity: Identity
  var owner: WeakOwner?
  var equating: Equating<State>?
  let observe: @Sendable (State) -> ObserverStatus

  public static func == (one: Observer, other: Observer) -> Bool { one.identity == other.identity }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

@available(*, deprecated, message: "Pass the closure to `subscribe`, and retain the subscription that it returns.")
extension Observer {
  /// Creates an observer that ends when its owner is released, and is never called after that.
  ///
  /// - Parameters:
  ///   - owner: The object whose release ends the observer. Not retained.
  ///   - equating: Determines whether two consecutive states are equal, in which case the observer skips the second;
  ///     nil to call the observer for each turn.
  ///   - observe: Called after the reducers, on the store's runner. Capture the owner weakly.
  public init(
    _ owner: AnyObject, removeStateDuplicates equating: Equating<State>? = nil,
    observe: @escaping @Sendable (_ state: State) -> ObserverStatus
  ) {
    self.init(identity: Identity(), owner: WeakOwner(owner), equating: equating, observe: observe)
  }

  /// A closure that receives a state and returns whether to keep calling the observer.
  @available(*, deprecated, message: "Write the closure's type, or the closure itself.")
  public typealias StateHandler = @Sendable (_ state: State) -> ObserverStatus
}

/// Whether an observer continues to be called.
@available(*, deprecated, message: "Pass a closure to `subscribe`, and cancel its subscription to end the calls.")
public enum ObserverStatus: Sendable, Hashable {
  /// The observer continues to be called.
  case active
  /// The observer is never called again.
  case dead
}

extension Store {
  /// Calls the observer with the current state, then once for each turn, until the observer returns `.dead`.
  ///
  /// The store does not retain the observer's owner, and the observer does not retain the store. If the same observer
  /// is subscribed again, it is called once with the current state, but still at most once for each later turn.
  @available(*, deprecated, message: "Pass the closure to `subscribe`, and retain the subscription that it returns.")
  public func subscribe(observer: Observer<State>) {
    let node = eraseToAnyStore().node
    let (owner, observe) = (observer.owner, observer.observe)
    let filter = observer.equating?.makeFilter()
    // Once the owner is released, accept the next state, so that the registration can end.
    let states = filter.map { differs in ObservedStates.filtered { owner?.isGone == true || differs($0, $1) } }
    let registration = node.register(identity: observer.identity, states: states ?? .all) { state, _ in
      owner?.isGone == true || observe(state.pointee) == .dead ? .dead : .active
    }
    node.tree.mailbox.postDuringPause { [admission = node.admission] turn in
      admission.admit(registration, turn)
      if let owner { admission.tree.bind(registration, to: owner, turn) }
    }
  }
}
