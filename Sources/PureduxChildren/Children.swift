/// The child stores that follow the elements of a state: one for each element, for as long as it is there.
///
/// `children(of:)` makes it. Keep it: when it is released, all its children end.
///
/// ```swift
/// struct Tab: Identifiable, Sendable { let id: Int }
/// let browser = StateStore([Tab(id: 1), Tab(id: 2)]) { (tabs: inout [Tab], closed: Int) in
///   tabs.removeAll { $0.id == closed }
/// }
/// let pages = browser.children(of: { $0 }) { browser, tab in
///   browser.with(0, named: "page \(tab.id)") { (visits: inout Int, _: Int) in visits += 1 }
/// }
/// await browser.settled()
/// pages[1]?.dispatch(2)
/// ```
public final class Children<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  let storage: ChildStorage<ID, Child>
  private let subscription: StoreSubscription

  @usableFromInline init(_ storage: ChildStorage<ID, Child>, _ subscription: StoreSubscription) {
    self.storage = storage
    self.subscription = subscription
  }

  deinit { cancel() }

  /// The child for an element; nil where there is no such element.
  ///
  /// It can be read from any thread. An element that has come gets its child in the turn in which it came.
  public subscript(id: ID) -> Child? { storage.child(id) }

  /// The identities of the elements that have children, in the order of the elements.
  public var ids: [ID] { storage.ids }

  /// The children in the order of their elements.
  public var all: [Child] { storage.all }

  /// Ends all children, the last element's first, and makes no more.
  public func cancel() {
    subscription.cancel()
    storage.close()
  }

  /// Who came and who left, from now on; the first change tells all that are there.
  ///
  /// A reader that is slow is told the difference to what it was told before. The sequence ends with the children.
  ///
  /// ```swift
  /// let pages = browser.children(of: { $0 }) { browser, tab in browser.with(0) { count, action in count += action } }
  /// for await change in pages.changes() { print(change.came, change.left) }
  /// ```
  public func changes() -> ChildrenChanges<ID> { ChildrenChanges(snapshots: storage.snapshots) }
}

extension Children where ID == OnlyChild {
  /// The child of an optional or a case; nil while there is none.
  public var only: Child? { all.first }
}

extension Children: ChildStores {
  public func follow(came: @escaping @Sendable (ID, Child) -> Void, left: @escaping @Sendable (ID) -> Void) {
    storage.add(ChildFollower(came: came, left: left))
  }
}

/// The identity of the child of an optional or of a case: there is one at most.
public struct OnlyChild: Hashable, @unchecked Sendable {
  // SAFETY: the identity of a value that is Sendable itself. It is a constant, and is only compared.
  private let identity: AnyHashable?

  /// Where a value says its identity, another one is another child.
  @usableFromInline init(of element: some Sendable) {
    identity = (element as? any Identifiable).map { Self.identity(of: $0) }
  }

  /// Makes the identity of a value that says none.
  @usableFromInline init() { identity = nil }

  private static func identity(of element: some Identifiable) -> AnyHashable { AnyHashable(element.id) }
}

/// Who came and who left, as an asynchronous sequence. `changes()` of `Children` makes one.
public struct ChildrenChanges<ID: Hashable & Sendable>: AsyncSequence, Sendable {
  /// One step of the sequence.
  public struct Change: Sendable, Hashable {
    /// The elements that were not there before, in their order.
    public let came: [ID]
    /// The elements that are no longer there.
    public let left: [ID]
  }

  /// The elements at one time. A number tells an element that came again from the one that left.
  typealias Snapshot = [(id: ID, number: UInt64)]

  let snapshots: @Sendable () -> AsyncStream<Snapshot>

  /// Begins an iteration.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(snapshots: snapshots().makeAsyncIterator()) }

  /// One iteration over the changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var snapshots: AsyncStream<Snapshot>.AsyncIterator
    private var seen: Snapshot = []

    init(snapshots: AsyncStream<Snapshot>.AsyncIterator) { self.snapshots = snapshots }

    /// Waits for a change; nil when the children or the task have ended.
    public mutating func next() async -> Change? {
      while let snapshot = await snapshots.next() {
        let (before, now) = (Set(seen.map(\.number)), Set(snapshot.map(\.number)))
        let change = Change(
          came: snapshot.filter { !before.contains($0.number) }.map(\.id),
          left: seen.filter { !now.contains($0.number) }.map(\.id))
        seen = snapshot
        if !change.came.isEmpty || !change.left.isEmpty { return change }
      }
      return nil
    }
  }
}
