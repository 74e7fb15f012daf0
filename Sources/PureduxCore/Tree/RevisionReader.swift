/// Reads the revision of a tree that it does not keep alive.
@usableFromInline
package struct RevisionReader: Sendable {
  private let progress: Guarded<StoreTree.Progress>

  init(_ progress: Guarded<StoreTree.Progress>) { self.progress = progress }

  @usableFromInline
  package func callAsFunction() -> UInt64 { progress.withLock { $0.revision } }

  @usableFromInline
  package func callAsFunction(_ locked: borrowing LockToken) -> UInt64 { progress.with(locked) { $0.revision } }
}

extension StoreTree {
  @usableFromInline
  package var revisionReader: RevisionReader { RevisionReader(progress) }
}
