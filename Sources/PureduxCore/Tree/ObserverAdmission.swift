/// Admits an observer that waits in the mailbox to a store's audience. It keeps no store alive.
package struct ObserverAdmission<State: Sendable>: Sendable {
  let source: StateSource<State>
  let audience: Audience<State>
  let tree: StoreTree
  let store: UInt64
  let lifetime: Lifetime?

  /// Calls an observer with the current state, then enters it, unless it has ended or the store is gone.
  ///
  /// An observer of a store that has ended with its lifetime is not called: the states have no part for it any more.
  package func admit(_ registration: Registration<State>, _ turn: borrowing Turn) {
    if let identity = registration.identity, let present = audience.registration(identity) {
      present.offer(source.state(tree), turn)
      return
    }
    if lifetime?.isClosed == true {
      if audience.add(registration) { registration.offer(source.state(tree), turn) }
      return
    }
    registration.offer(source.state(tree), turn)
    if !audience.add(registration), let location = registration.location {
      tree.noteOrphan(
        LeftObserver(observer: WeakOwner(registration), location: location), of: tree.name(of: store), turn)
    }
  }
}

extension StoreNode {
  package var admission: ObserverAdmission<State> {
    ObserverAdmission(source: source, audience: audience, tree: tree, store: actionQueue.store, lifetime: lifetime)
  }
}
