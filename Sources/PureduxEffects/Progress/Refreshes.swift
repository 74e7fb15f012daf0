/// What publishes those parts in a tree that depend on more than the states, for as long as something observes them.
final class Refreshes: TreeSlot {
  private typealias Refresh = @Sendable (StoreTree, borrowing Turn) -> Void

  private let content = Guarded(NumberedList<Refresh>())
  /// Raised while there are any.
  private let isRaised = AtomicFlag()

  /// Publishes them in a turn of its own; does nothing where nothing is observed.
  func publish(in tree: StoreTree) {
    guard isRaised.isRaised else { return }
    tree.mailbox.post { [self, weak tree] turn in
      guard let tree else { return }
      for slot in content.withLock({ $0.slots }) { slot.element?(tree, turn) }
    }
  }

  fileprivate func add<Part>(_ number: UInt64, _ audience: Audience<Part>, _ source: StateSource<Part>) {
    let refresh: Refresh = { [weak audience] tree, turn in
      guard let audience else { return }
      let state = source.state(tree)
      withTemporaryValue(filledBy: { $0.initialize(to: state) }) { audience.publish($0, turn) }
    }
    content.withLock { content in
      content.insert(refresh, number: number)
      isRaised.raise()
    }
  }

  /// Returns what is to be released outside the locks.
  fileprivate func remove(_ number: UInt64) -> (any Sendable)? {
    content.withLock { content in
      defer { if content.isEmpty { isRaised.lower() } }
      return content.remove(number)
    }
  }
}

extension StoreNode {
  /// A node that shows a part that depends on more than the state: its observers are also called when the tree's
  /// `Refreshes` publish, without an action.
  func refreshable<Part: Sendable>(_ transform: @escaping @Sendable (State) -> Part) -> StoreNode<Part, Action> {
    let (source, number, refreshes) = (source.map(transform), tree.nextNumber(), tree.slot(Refreshes.self))
    let above = audience
    let audience = Audience<Part>(lock: above.lock) { audience, locked in
      let removed = audience == nil ? refreshes.remove(number) : nil
      let left = above.link(audience, number, locked) { audience in
        refreshes.add(number, audience, source)
        return .ofState { state, turn in
          withTemporaryValue(filledBy: { memory in initialize(at: memory) { lend(state, transform) } }) {
            audience.publish($0, turn)
          }
        }
      }
      return [removed, left] as [(any Sendable)?]
    }
    return showing(source, audience, everyTurn: everyTurn(transform))
  }
}
