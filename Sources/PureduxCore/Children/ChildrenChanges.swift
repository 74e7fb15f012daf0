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
