public import Foundation

/// Who is called with the states of a store, until it answers `.dead`.
///
/// Observers are equal when their identities are; a store calls one once for each turn, however often
/// it was subscribed.
public struct Observer<State: Sendable>: Sendable, Hashable {
  /// Takes a state, and says whether to call again.
  public typealias Observe = @Sendable (_ state: State) -> ObserverStatus

  let identity: Identity
  let owner: WeakOwner?
  let equating: Equating<State>?
  let observe: Observe

  /// An observer that goes on until it answers `.dead`, or until the store is gone.
  public init(id: UUID? = nil, observe: @escaping Observe) {
    self.init(identity: id.map(Identity.init), owner: nil, equating: nil, observe: observe)
  }

  /// An observer that ends with `owner`, and is never called after it.
  public init(
    _ owner: AnyObject, removeStateDuplicates equating: Equating<State>? = nil, observe: @escaping Observe
  ) {
    self.init(identity: nil, owner: WeakOwner(owner), equating: equating, observe: observe)
  }

  private init(identity: Identity?, owner: WeakOwner?, equating: Equating<State>?, observe: @escaping Observe) {
    self.identity = identity ?? Identity()
    self.owner = owner
    self.equating = equating
    self.observe = observe
  }

  /// Which states it is called with, once it stands in a store: its filter remembers them.
  func choice() -> Registration<State>.Choice {
    guard let equating else { return .all }
    let (differs, owner) = (equating.makeFilter(), owner)
    // An observer whose owner is gone is called, to answer that it ends.
    return .filtered { state, turn in owner?.isGone == true || differs(state, turn) }
  }

  public static func == (one: Observer, other: Observer) -> Bool { one.identity == other.identity }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
