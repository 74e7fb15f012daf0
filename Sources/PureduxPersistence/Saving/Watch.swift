/// Tells a saver when the state it saves has changed, and when its store is gone.
final class Watch<State: Codable & Sendable>: Ending {
  private let saver: Saver<State>
  private let tree: StoreTree
  /// The tree's revision when the store last published; nil before it did for the first time.
  private let revision = Guarded<UInt64?>(nil)

  private let ended = AtomicFlag()

  init(_ saver: Saver<State>, of tree: StoreTree) {
    self.saver = saver
    self.tree = tree
  }

  /// The first state is the one that was restored, or the initial one: there is nothing to save yet.
  func published() {
    let now = tree.revision
    let isFirst = revision.withLock { revision in
      defer { revision = now }
      return revision == nil
    }
    if !isFirst { saver.changed() }
  }

  var isEnded: Bool { ended.isRaised }

  /// What was dispatched before the store went is reduced and no longer published, and is to be saved too.
  func end() {
    guard ended.raise() else { return }
    tree.mailbox.post { [self] _ in
      if tree.revision != revision.withLock({ $0 }) { saver.changed() }
      saver.end()
    }
  }
}
