import PureduxCore

extension StoreNode {
  /// Saves with `saver` after each publication of a selected state, and when the store is released.
  func save(
    by saver: Saver, _ watcher: StateWatcher, states: ObservedStates<State> = .all
  ) -> Persistence {
    let follower = registerFollower(states: states, skipsPast: true) { _, _ in
      watcher.look(saver.changed)
      return .active
    } onEnd: {
      watcher.look(saver.changed)
      saver.end()
    }
    return persistence(by: saver, follower) { watcher.look(saver.changed) }
  }

  /// Saves with `saver` when `look` finds changes in a published state, and when the store is released.
  func save(by saver: Saver, look: @escaping @Sendable (State) -> Bool) -> Persistence {
    let lookAtPresent: @Sendable () -> Void = { [lendPresentState] in
      lendPresentState { state in if look(state) { saver.changed() } }
    }
    let follower = registerFollower(skipsPast: true) { state, _ in
      if lend(state, look) { saver.changed() }
      return .active
    } onEnd: {
      lookAtPresent()
      saver.end()
    }
    return persistence(by: saver, follower, look: lookAtPresent)
  }

  /// Returns a persistence handle, and admits the follower in a turn after the state has been restored.
  private func persistence(
    by saver: Saver, _ follower: Registration<State>, look: @escaping @Sendable () -> Void
  ) -> Persistence {
    let isAdmitted = AtomicFlag()
    tree.mailbox.post { [admission] turn in
      isAdmitted.raise()
      admission.admit(follower, turn)
    }
    return Persistence(
      context: tree.context,
      settle: { [tree] in
        // Do not wait for actions that are queued while a recorded program is paused, because these actions have not
        // changed the state yet.
        await tree.settledDuringPause()
        if isAdmitted.isRaised { look() }
      },
      // If the program was paused before the follower was admitted, the saved state has not been read yet, and must not
      // be overwritten.
      save: { isAdmitted.isRaised ? await saver.flush() : false })
  }
}
