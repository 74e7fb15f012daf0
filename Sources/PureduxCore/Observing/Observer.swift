/// A closure that is called with the states of a store until it returns `.dead`.
///
/// Two observers are equal if they have the same identity. A store calls an observer once for each turn, no matter how
/// often the observer was subscribed.
///
/// ```swift
/// final class Screen: Sendable { func show(_ counter: Counter) {} }
/// let screen = Screen()
/// store.subscribe(observer: Observer(screen, removeStateDuplicates: .equal { $0.count }) { [weak screen] state in
///   screen?.show(state)
///   return .active
/// })
/// ```
public struct Observer<State: Sendable>: Sendable, Hashable {
  let identity: Identity
  let owner: WeakOwner?
  let equating: Equating<State>?
  let observe: @Sendable (State) -> ObserverStatus

  /// Creates an observer that ends when its owner is released, and is never called after that.
  ///
  /// - Parameters:
  ///   - owner: The object whose release ends the observer. Not retained.
  ///   - equating: Defines when two consecutive states are equal, so that the observer skips the second state; nil to
  ///     call the observer for each turn.
  ///   - observe: Called after the reducers, on the store's runner. Capture the owner weakly.
  public init(
    _ owner: AnyObject, removeStateDuplicates equating: Equating<State>? = nil,
    observe: @escaping @Sendable (_ state: State) -> ObserverStatus
  ) {
    self.init(identity: nil, owner: WeakOwner(owner), equating: equating, observe: observe)
  }

  init(
    identity: Identity?, owner: WeakOwner?, equating: Equating<State>?,
    observe: @escaping @Sendable (_ state: State) -> ObserverStatus
  ) {
    self.identity = identity ?? Identity()
    self.owner = owner
    self.equating = equating
    self.observe = observe
  }

  /// Returns the rule that determines for which states the observer is called. Call this method once for each store,
  /// because a filter retains the latest compared value.
  func choice() -> Registration<State>.Choice {
    guard let equating else { return .all }
    let (differs, owner) = (equating.makeFilter(), owner)
    // After the owner is released, accept one more state, so that the registration can return `.dead`.
    return .filtered { state, turn in owner?.isGone == true || differs(state, turn) }
  }

  public static func == (one: Observer, other: Observer) -> Bool { one.identity == other.identity }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// Whether an observer continues to be called.
///
/// ```swift
/// store.subscribe(
///   observer: Observer { state in
///     print(state.count)
///     return state.count < 10 ? .active : .dead
///   })
/// ```
public enum ObserverStatus: Sendable, Hashable {
  /// The observer continues to be called.
  case active
  /// The observer is never called again.
  case dead
}

/// An event that ends an observation without cancellation.
///
/// ```swift
/// let subscription = store.subscribe(until: .storeGoes) { print($0.count) }
/// ```
public enum ObservationEnd: Sendable, Hashable {
  /// The observation ends when the store is released.
  ///
  /// Unless this case is passed, releasing a store that is still observed is reported.
  case storeGoes
}
