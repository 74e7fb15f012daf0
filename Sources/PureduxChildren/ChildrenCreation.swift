/// The place and the time of a call of `children(of:)`, for the report that nothing retained the returned object.
///
/// The report says that the work of all children has ended in silence, so it must be certain. An object counts as retained
/// by nothing if it was released before a second turn of its tree, without `cancel()`, and less than a tenth of a second
/// after its creation. It is reported in a turn that reduces a later action, if the store is still there, and if the same
/// call has returned no other object that is retained: for example, the initializer of a view may run several times, and
/// only its first result be kept.
///
/// With a test's clock, time says nothing, because it stands still while the test uses the object. There, an object that
/// lasts until its children have been created was retained: the test has run a turn in the meantime. With a system's
/// clock, another thread may run that turn before a result that nobody takes is released.
struct ChildrenCreation: Sendable {
  private let location: SourceLocation
  private let time: Duration
  private let clock: StoreClock
  private let store: WeakOwner
  private let tree: WeakReference<StoreTree>
  private let lifetime: Lifetime?
  private let retained: RetainedChildren

  /// The time after which an object that is released was retained.
  private static var shortest: Duration { .milliseconds(100) }

  init<State, Action>(below node: StoreNode<State, Action>, at location: SourceLocation) {
    self.location = location
    clock = node.context.clock
    time = clock.unrecordedNow()
    store = WeakOwner(node)
    tree = WeakReference(node.tree)
    lifetime = node.lifetime
    retained = node.tree.slot(RetainedChildren.self)
    retained.add(1, at: location)
  }

  /// Notes the release of an object that may have been retained by nothing. Called in a `deinit`, so the store and its
  /// clock are only used later, in a turn.
  func noteRelease(_ mailbox: Mailbox) {
    mailbox.postFromDeinit { [self] turn in
      guard clock.unrecordedNow() - time < Self.shortest, let tree = tree.object else { return }
      tree.noteOrphan(
        OrphanedObserver(reporting: .childrenWereNotRetained(at: location)) { [store, lifetime, retained, location] in
          !store.isGone && lifetime?.isClosed != true && retained.count(at: location) == 0
        }, turn)
    }
  }

  /// Called once, when the children end.
  func end() { retained.add(-1, at: location) }
}

/// The numbers of retained objects that each call of `children(of:)` in a tree has returned.
private final class RetainedChildren: TreeSlot {
  private struct Place: Hashable, Sendable {
    let location: SourceLocation

    static func == (one: Place, other: Place) -> Bool {
      one.location.line == other.location.line
        && one.location.fileID.withUTF8Buffer { one in
          other.location.fileID.withUTF8Buffer { other in one.elementsEqual(other) }
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(location.line) }
  }

  private let counts = Guarded<[Place: Int]>([:])

  func add(_ count: Int, at location: SourceLocation) {
    counts.withLock { $0[Place(location: location), default: 0] += count }
  }

  func count(at location: SourceLocation) -> Int { counts.withLock { $0[Place(location: location)] ?? 0 } }
}

extension Misuse {
  fileprivate static func childrenWereNotRetained(at location: SourceLocation) -> Misuse {
    Misuse(
      "the object that `children(of:)` returned at \(location) was released at once",
      so: "its children have ended: their effects are cancelled, and their actions are not reduced",
      fix: "keep the object as long as the store, for example in a property; where the children should end, call "
        + "`cancel()`")
  }
}
