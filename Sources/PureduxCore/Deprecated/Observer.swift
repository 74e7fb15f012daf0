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
    let registration = node.register(states: states ?? .all) { state, _ in
      owner?.isGone == true || observe(state.pointee) == .dead ? .dead : .active
    }
    node.tree.mailbox.postDuringPause { [admission = node.admission, identity = observer.identity] turn in
      admission.admit(registration, as: identity, turn)
      if let owner { admission.tree.bind(registration, to: owner, turn) }
    }
  }
}

/// The registrations of a tree's observers that have an identity: a store registers such an observer once.
private final class IdentifiedObservers: TreeSlot {
  private struct Key: Hashable {
    let observer: Identity
    /// A registration retains its audience, so the key of one that is alive is not used for another audience.
    let audience: ObjectIdentifier
  }

  private struct Present: @unchecked Sendable {
    // SAFETY: registrations are `Sendable`, and the lock guards the reference.
    weak var registration: (any Cancellable)?
  }

  /// The registrations, and the number of them at which those that are gone are removed.
  private let present = Guarded((all: [Key: Present](), limit: 16))

  /// Returns the present registration of an observer, or makes `new` the present one and returns nil.
  func present<State>(
    _ observer: Identity, in audience: Audience<State>, or new: Registration<State>
  ) -> Registration<State>? {
    let key = Key(observer: observer, audience: ObjectIdentifier(audience))
    return present.withLock { present in
      if let found = present.all[key]?.registration as? Registration<State>, !found.isEnded { return found }
      if present.all.count >= present.limit {
        present.all = present.all.filter { $0.value.registration != nil }
        present.limit = max(16, present.all.count * 2)
      }
      present.all[key] = Present(registration: new)
      return nil
    }
  }
}

extension ObserverAdmission {
  /// Like `admit(_:_:)`, but an observer that the store has registered under this identity is only called with the current
  /// state.
  package func admit(_ registration: Registration<State>, as observer: Identity, _ turn: borrowing Turn) {
    let observers = tree.slot(IdentifiedObservers.self)
    guard let present = observers.present(observer, in: audience, or: registration)?.ruled,
      let again = registration.ruled
    else { return admit(registration, turn) }
    // SAFETY: the observer does not store the pointer.
    withUnsafePointer(to: source.state(tree)) { present.offer($0, acceptedBy: again, turn) }
  }
}

extension RuledRegistration {
  /// Calls the observer with the current state, even if the observer has received that state before.
  ///
  /// - Parameter again: A new registration of the same observer. The filter of the new registration has no previous
  ///   state, so it rejects only a state that the store does not publish.
  // SAFETY: the pointer is lent for the call, and passed on to calls only.
  fileprivate func offer(_ state: UnsafePointer<State>, acceptedBy again: RuledRegistration, _ turn: borrowing Turn) {
    if isFiltered {
      // Always call this registration's filter, so that the filter compares the next state with this state.
      guard lend(state, { filter($0, turn) || again.filter($0, turn) }), !isEnded else { return }
    }
    if observe(state, turn) == .dead { cancel() }
  }
}
