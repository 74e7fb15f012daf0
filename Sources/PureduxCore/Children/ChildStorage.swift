/// Keeps the children of the elements, and makes and ends them as the elements come and go.
@usableFromInline
final class ChildStorage<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  private typealias Snapshot = ChildrenChanges<ID>.Snapshot

  @usableFromInline let table = Guarded(ChildTable<ID, Child>())
  private let readers = Guarded<[UInt64: AsyncStream<Snapshot>.Continuation]>([:])
  private let lastReader = Guarded<UInt64>(0)
  @usableFromInline let followers = Guarded<[ChildFollower<ID, Child>]>([])
  @usableFromInline let seen = TurnLocal(SeenElements<ID>())
  private let mailbox: Mailbox
  private let context: StoreContext

  @usableFromInline
  init<State, Action>(below node: StoreNode<State, Action>) {
    mailbox = node.tree.mailbox
    context = node.context
  }

  var ids: [ID] { table.withLock { table in table.ids.filter { table.entries[$0]?.child != nil } } }
  var all: [Child] { table.withLock { $0.all } }

  func child(_ id: ID) -> Child? { table.withLock { $0.entries[id]?.child } }

  /// Takes the elements of the state that a turn publishes. Children of those that left end before others are made.
  @inlinable
  func update<Elements: BidirectionalCollection>(
    _ elements: Elements, id: @escaping @Sendable (Elements.Element) -> ID, isOwnID: Bool, outer: ChildGate?,
    _ turn: borrowing Turn, make: (Elements.Element, ChildGate) -> Child?
  ) {
    guard let (old, coming) = seen.with(turn, { $0.change(to: elements, isOwnID: isOwnID, id: id) }) else { return }
    guard let difference = table.withLock({ $0.isClosed ? nil : $0.replace(old, with: coming) }) else { return }
    for (id, entry) in difference.left.reversed() {
      entry.gate?.endAsAsked()
      for follower in followers.withLock({ $0 }) { follower.left(id) }
    }
    for (offset, id) in difference.came {
      let gate = ChildGate(inside: outer)
      guard table.withLock({ $0.begin(id, behind: gate) }) else { continue }
      let element = elements[elements.index(elements.startIndex, offsetBy: offset)]
      guard let child = make(element, gate) else { continue }
      guard table.withLock({ $0.keep(child, for: id, behind: gate) }) else {
        gate.endAsAsked()
        continue
      }
      for follower in followers.withLock({ $0 }) { follower.came(id, child) }
    }
    tell(duplicates: difference.duplicates)
  }

  /// Ends all children, the last element's first.
  func close() {
    var entries = table.withLock { $0.close() }
    // What was dispatched before is not lost.
    let gates = entries.compactMap(\.gate)
    if !gates.isEmpty { mailbox.postFromDeinit { _ in for gate in gates { gate.endAsAsked() } } }
    while let entry = entries.popLast() { entry.gate?.release() }
    let readers = self.readers.withLock { readers in
      defer { readers = [:] }
      return readers
    }
    for reader in readers.values { reader.finish() }
  }

  /// Tells of all children that are there, and of those that come and leave.
  func add(_ follower: ChildFollower<ID, Child>) {
    followers.withLock { $0.append(follower) }
    for id in ids { if let child = child(id) { follower.came(id, child) } }
  }

  var snapshots: @Sendable () -> AsyncStream<ChildrenChanges<ID>.Snapshot> {
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

  /// Tells the readers of a change, and reports the identities that are there more than once since then.
  @usableFromInline
  func tell(duplicates: [ID]) {
    for id in duplicates { context.report(.duplicateChild(id: "\(id)")) }
    let readers = Array(self.readers.withLock { $0 }.values)
    if readers.isEmpty { return }
    let snapshot = snapshot
    for reader in readers { reader.yield(snapshot) }
  }
}
