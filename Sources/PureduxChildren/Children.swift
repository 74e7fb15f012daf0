/// The child stores of a state's elements: one for each element, for as long as the element exists.
///
/// `children(of:)` creates this object. Retain the object: when it is released, all its children end. The object does not
/// retain the store that it was created from, so retain that store too.
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

  deinit {
    subscription.cancel()
    storage.release()
  }

  /// The child of an element; nil if there is no such element.
  ///
  /// This subscript can be called from any thread. A child is available from the turn that inserts its element.
  public subscript(id: ID) -> Child? { storage.child(id) }

  /// The identities of the elements that have children, in the order of the elements.
  public var ids: [ID] { storage.ids }

  /// The children in the order of their elements.
  public var all: [Child] { storage.all }

  /// Ends all children, starting with the child of the last element, and stops creating children.
  public func cancel() {
    subscription.cancel()
    storage.close()
  }

  /// Returns a sequence of the insertions and removals of elements. The first change reports the existing elements as
  /// insertions.
  ///
  /// A slow reader receives all changes since its previous read as a single change. The sequence ends when the children
  /// end.
  ///
  /// ```swift
  /// let pages = browser.children(of: { $0 }) { browser, tab in browser.with(0) { count, action in count += action } }
  /// for await change in pages.changes() { print(change.inserted, change.removed) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file that contains this call, for reports.
  ///   - line: The line of this call, for reports.
  public func changes(fileID: StaticString = #fileID, line: UInt = #line) -> StoreSequence<ChildrenChange<ID>> {
    let location = SourceLocation(fileID: fileID, line: line)
    return StoreSequence { [storage] in
      let reader = ChildrenReader(storage.snapshots(), storage.context, location)
      return StoreSequence.AsyncIterator { await reader.next() }
    }
  }
}

extension Children where ID == OnlyChild {
  /// The child of an optional part or an enum case; nil if there is no child.
  public var only: Child? { all.first }
}

extension Children: ChildStores {
  public func observe(inserted: @escaping @Sendable (ID, Child) -> Void, removed: @escaping @Sendable (ID) -> Void) {
    storage.add(ChildFollower(inserted: inserted, removed: removed))
  }
}

/// The identity of the only child of an optional part or enum case.
public struct OnlyChild: Hashable, @unchecked Sendable {
  // SAFETY: the identity belongs to a `Sendable` value, is immutable, and is only compared.
  private let identity: AnyHashable?

  /// Creates the identity of a value's child. Values with different identities get different children.
  @usableFromInline init(of element: some Sendable) {
    identity = (element as? any Identifiable).map { Self.identity(of: $0) }
  }

  /// Creates the identity for the child of a value that is not `Identifiable`.
  @usableFromInline init() { identity = nil }

  private static func identity(of element: some Identifiable) -> AnyHashable { AnyHashable(element.id) }
}

/// The insertions and removals of elements since the previous change.
public struct ChildrenChange<ID: Hashable & Sendable>: Sendable, Hashable {
  /// The identities of the inserted elements, in order.
  public let inserted: [ID]
  /// The identities of the removed elements.
  public let removed: [ID]
}

/// Iterates over the changes to the children.
final class ChildrenReader<ID: Hashable & Sendable> {
  /// The identities of the elements at one point in time. The number distinguishes an element from an earlier, removed
  /// element with the same identity.
  typealias Snapshot = [(id: ID, number: UInt64)]

  /// Each wait makes an iterator, because a stored one could not be sent to where it waits.
  private let snapshots: AsyncStream<Snapshot>
  private let context: StoreContext
  /// The source location of the call that created the sequence.
  private let location: SourceLocation
  private var seen: Snapshot = []

  init(_ snapshots: AsyncStream<Snapshot>, _ context: StoreContext, _ location: SourceLocation) {
    (self.snapshots, self.context, self.location) = (snapshots, context, location)
  }

  func next() async -> ChildrenChange<ID>? {
    while let snapshot = await nextSnapshot() {
      let (before, now) = (Set(seen.map(\.number)), Set(snapshot.map(\.number)))
      let change = ChildrenChange(
        inserted: snapshot.filter { !before.contains($0.number) }.map(\.id),
        removed: seen.filter { !now.contains($0.number) }.map(\.id))
      seen = snapshot
      if !change.inserted.isEmpty || !change.removed.isEmpty { return change }
    }
    return nil
  }

  private func nextSnapshot() async -> Snapshot? {
    await context.waiting(in: "changes", at: location) { [snapshots] in
      var iterator = snapshots.makeAsyncIterator()
      return await iterator.next()
    }
  }
}
