package import PureduxCore

extension StateStore {
  /// Registers an observer that only the store retains, as the observers of other modules are.
  ///
  /// The observer is called until it returns `.dead`. With an identity, a store registers it once.
  package func retainObserver(
    identity: Identity? = nil, _ observe: @escaping @Sendable (State) -> ObservationStatus
  ) {
    let registration = node.register { state, _ in observe(state.pointee) }
    node.tree.mailbox.postDuringPause { [admission = node.admission] turn in
      if let identity {
        admission.admit(registration, as: identity, turn)
      } else {
        admission.admit(registration, turn)
      }
    }
  }
}
