import PureduxCore

extension StoreNode {
  /// Has `saver` save whenever the node has published one of the chosen states, and once more when the store goes.
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
        // What waits until a recorded program goes on is no part of its state yet.
        await tree.settledDuringPause()
        watcher.look(saver.changed)
      }, save: { await saver.flush() })
  }

  /// Has `saver` save whenever `look` says that the published state has changes to save, and once more when the store goes.
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
