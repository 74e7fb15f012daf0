// Observers of an audience that is more than a node's own: of rows, for example.
extension Audience {
  /// Makes a registration for an observer of all that is published here. It is not entered yet.
  package func register(
    in tree: StoreTree, _ observe: @escaping Registration<State>.Observe
  ) -> Registration<State> {
    Registration(number: tree.nextNumber(), identity: nil, choice: .all, audience: self, observe: observe)
  }

  /// Calls an observer with what is true in this turn, then enters it, so that it misses nothing and is told nothing twice.
  ///
  /// Where the store has ended with its lifetime, an observer that can no longer be entered is not called.
  ///
  /// - Parameters:
  ///   - registration: The observer, made by `register`.
  ///   - lifetime: The lifetime of the store, if it has one.
  ///   - state: Makes what the observer is called with.
  /// - Returns: False where the store went for another reason before the observer could be entered.
  @discardableResult
  package func admit(
    _ registration: Registration<State>, endingWith lifetime: Lifetime?, _ turn: borrowing Turn, _ state: () -> State
  ) -> Bool {
    if lifetime?.isClosed == true {
      if add(registration) { registration.offer(state(), turn) }
      return true
    }
    registration.offer(state(), turn)
    return add(registration)
  }
}
