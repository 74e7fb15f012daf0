/// Admits an observer that waits in the mailbox to a store's audience. It keeps no store alive.
package struct ObserverAdmission<State: Sendable>: Sendable {
  let source: StateSource<State>
  let audience: Audience<State>
  let tree: StoreTree

  /// Calls an observer with the current state, then enters it, unless it has ended or the store is gone.
  package func admit(_ registration: Registration<State>, _ turn: borrowing Turn) {
    if let identity = registration.identity, let present = audience.registration(identity) {
      return present.offer(source.state(tree), turn)
    }
    registration.offer(source.state(tree), turn)
    audience.add(registration)
  }
}

extension StoreNode {
  package var admission: ObserverAdmission<State> { ObserverAdmission(source: source, audience: audience, tree: tree) }
}
