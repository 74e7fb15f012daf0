import PureduxCore

extension StoreNode {
  /// Saves with `saver` after each publication of a selected state, and when the store ends.
  func save(
    by saver: Saver, _ watcher: StateWatcher, choice: Registration<State>.Choice = .all
  ) -> Persistence {
    let follower = registerFollower(choice: choice, skipsPast: true) {
      watcher.look(saver.changed)
      return .active
    } onEnd: {
      watcher.look(saver.changed)
      saver.end()
    }
    tree.mailbox.post { [admission] turn in admission.admit(follower, turn) }
    return Persistence(
      context: tree.context,
      settle: { [tree] in
        // Do not wait for actions that are queued while a recorded program is paused, because they are not part of the
        // state yet.
        await tree.settledDuringPause()
        watcher.look(saver.changed)
      }, save: { await saver.flush() })
  }

  /// Saves with `saver` when `look` finds changes in a published state, and when the store ends.
  func save(by saver: Saver, look: @escaping @Sendable (State) -> Bool) -> Persistence {
    let lookAtPresent: @Sendable () -> Void = { [lendPresentState] in
      lendPresentState { state in if look(state) { saver.changed() } }
    }
    let follower = registerFollower(skipsPast: true) { state, _ in
      if look(state) { saver.changed() }
      return .active
    } onEnd: {
      lookAtPresent()
      saver.end()
    }
    tree.mailbox.post { [admission] turn in admission.admit(follower, turn) }
    return Persistence(
      context: tree.context,
      settle: { [tree] in
        await tree.settledDuringPause()
        lookAtPresent()
      }, save: { await saver.flush() })
  }
}
