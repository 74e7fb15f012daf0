/// Creates a child for each inserted element, and ends the children of removed elements.
@usableFromInline
final class ChildStorage<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  private typealias Snapshot = ChildrenReader<ID>.Snapshot

  @usableFromInline let table = Guarded(ChildTable<ID, Child>())
  private let readers = Guarded<[UInt64: AsyncStream<Snapshot>.Continuation]>([:])
  private let lastReader = Guarded<UInt64>(0)
  @usableFromInline let seen: TurnLocal<SeenElements<ID>>
  /// The lifetime of the element to which the parent store belongs, if any.
  private let outer: Lifetime?
  private let mailbox: Mailbox
  let context: StoreContext
  /// Raised in the second turn; with a test's clock, in the first. See `ChildrenCreation`.
  @usableFromInline let hasLasted = AtomicFlag()
  private let creation: ChildrenCreation

  @usableFromInline
  init<State, Action>(below node: StoreNode<State, Action>, fileID: StaticString, line: UInt) {
    outer = node.lifetime
    mailbox = node.tree.mailbox
    context = node.context
    seen = TurnLocal(SeenElements(hasHadTurn: !context.clock.isSystem))
    creation = ChildrenCreation(below: node, at: SourceLocation(fileID: fileID, line: line))
  }

  /// Ends all children, because nothing retains them any more. Notes it, if nothing ever has.
  func release() {
    let isUnexpected = !hasLasted.isRaised && !table.withLock { $0.isClosed }
    close()
    if isUnexpected { creation.noteRelease(mailbox) }
  }

  var ids: [ID] { table.withLock { table in table.ids.filter { table.entries[$0]?.child != nil } } }
  var all: [Child] { table.withLock { $0.all } }

  func child(_ id: ID) -> Child? { table.withLock { $0.entries[id]?.child } }

  /// Creates and ends children to match the elements of a published state. Children of removed elements end before new
  /// children are created.
  @inlinable
  func update<Elements: BidirectionalCollection, State, Action>(
    _ elements: Elements, id: (Elements.Element) -> ID, isOwnID: Bool, _ turn: borrowing Turn,
    below parent: ChildrenParent<State, Action>, make: (StateStore<State, Action>, Elements.Element) -> Child
  ) {
    if !hasLasted.isRaised, seen.with(turn, { $0.isSecondTurn() }) { hasLasted.raise() }
    guard let (old, coming) = seen.with(turn, { $0.change(to: elements, isOwnID: isOwnID, id: id) }) else { return }
    guard var difference = table.withLock({ $0.isClosed ? nil : $0.replace(old, with: coming) }) else { return }
    while let (id, entry) = difference.removed.popLast() {
      entry.lifetime?.close(inside: parent.lifetime)
      for follower in difference.followers { follower.removed(id) }
    }
    if !difference.inserted.isEmpty, let store = parent.store.strong() {
      self.make(difference.inserted, of: elements, below: store, parent, make)
    }
    tell(duplicates: difference.duplicates)
  }

  @inlinable
  func make<Elements: BidirectionalCollection, State, Action>(
    _ inserted: [(offset: Int, id: ID, number: UInt64)], of elements: Elements, below store: StateStore<State, Action>,
    _ parent: ChildrenParent<State, Action>, _ make: (StateStore<State, Action>, Elements.Element) -> Child
  ) {
    var (index, reached) = (elements.startIndex, 0)
    for (offset, id, number) in inserted {
      elements.formIndex(&index, offsetBy: offset - reached)
      reached = offset
      let lifetime = Lifetime(in: store.node.tree, inside: parent.lifetime)
      guard table.withLock({ $0.begin(in: lifetime) }) else { return lifetime.close(inside: parent.lifetime) }
      let child = make(StateStore(node: store.node.gated(by: lifetime)), elements[index])
      guard let followers = table.withLock({ $0.keep(child, for: id, number: number, in: lifetime) }) else {
        lifetime.close(inside: parent.lifetime)
        continue
      }
      for follower in followers { follower.inserted(id, child) }
    }
  }

  /// Ends all children, starting with the child of the last element.
  func close() {
    let wasClosed: Bool
    var entries: [ChildTable<ID, Child>.Entry]
    (wasClosed, entries) = table.withLock { table in (table.isClosed, table.close()) }
    if !wasClosed { creation.end() }
    // Close the lifetimes in a later turn, so that actions that are already queued are still reduced.
    let lifetimes = entries.compactMap(\.lifetime)
    if !lifetimes.isEmpty {
      mailbox.postFromDeinit { [outer] _ in for lifetime in lifetimes { lifetime.close(inside: outer) } }
    }
    while let entry = entries.popLast() { entry.lifetime?.release() }
    let readers = self.readers.withLock { readers in
      defer { readers = [:] }
      return readers
    }
    for reader in readers.values { reader.finish() }
  }

  /// Registers a follower, which receives the existing children and all later changes.
  func add(_ follower: ChildFollower<ID, Child>) {
    for (id, child) in table.withLock({ $0.add(follower) }) { follower.inserted(id, child) }
  }

  var snapshots: @Sendable () -> AsyncStream<ChildrenReader<ID>.Snapshot> {
    { [self] in
      let (stream, reader) = AsyncStream.makeStream(of: Snapshot.self, bufferingPolicy: .bufferingNewest(1))
      let number = lastReader.withLock {
        $0 += 1
        return $0
      }
      reader.onTermination = { [readers] _ in readers.withLock { _ = $0.removeValue(forKey: number) } }
      readers.withLock { $0[number] = reader }
      reader.yield(snapshot)
      if table.withLock({ $0.isClosed }) { reader.finish() }
      return stream
    }
  }

  private var snapshot: Snapshot {
    table.withLock { table in table.ids.compactMap { id in table.entries[id].map { (id, $0.number) } } }
  }

  /// Sends a snapshot of the elements to the readers, and reports duplicate identities.
  @usableFromInline
  func tell(duplicates: [ID]) {
    for id in duplicates { context.report(.duplicateChild(id: "\(id)")) }
    let readers = self.readers.withLock { $0 }
    if readers.isEmpty { return }
    let snapshot = snapshot
    for reader in readers.values { reader.yield(snapshot) }
  }
}

/// The parent store of the children, and the parent's lifetime.
@frozen
@usableFromInline
struct ChildrenParent<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let store: WeakStore<State, Action>
  /// The lifetime of the element to which the store belongs.
  @usableFromInline let lifetime: Lifetime?

  @usableFromInline
  init(_ store: StateStore<State, Action>) {
    self.store = store.weak()
    lifetime = store.node.lifetime
  }
}

/// A closure to call with each child, and a closure to call with the ID of each removed element.
@frozen
@usableFromInline
struct ChildFollower<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  @usableFromInline let inserted: @Sendable (ID, Child) -> Void
  @usableFromInline let removed: @Sendable (ID) -> Void
}
