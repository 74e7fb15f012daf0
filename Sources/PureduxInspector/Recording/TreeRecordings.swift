internal import PureduxCore

/// The recordings of several trees.
///
/// They end when this object is released, except those that somebody else keeps.
public final class TreeRecordings: Sendable {
  private struct Entry: Sendable {
    let root: WeakReference<AnyObject>
    let recording: Recording
  }

  private let entries = Guarded<[Entry]>([])
  private let hasEnded = AtomicFlag()
  private let limit: Int
  private let trees: Int

  init(limit: Int, trees: Int) {
    self.limit = limit
    self.trees = trees
  }

  deinit { end() }

  /// The recordings, in the order in which their trees were made.
  public var recordings: [Recording] { entries.withLock { $0.map(\.recording) } }

  /// Records no more trees, and ends the recordings. What was recorded stays.
  public func end() {
    guard hasEnded.raise() else { return }
    for recording in recordings { recording.end() }
  }

  /// Has the trees of the process recorded.
  func listen() { StoreContext.setProcessWideTreeListener(Listener(self)) }

  /// Adds a recording, and forgets one of a tree that is gone where there are too many.
  private func add(_ entry: Entry) {
    let forgotten = entries.withLock { entries -> Entry? in
      entries.append(entry)
      guard entries.count > trees, let gone = entries.firstIndex(where: \.root.isGone) else { return nil }
      return entries.remove(at: gone)
    }
    // Released outside the lock.
    withExtendedLifetime(forgotten) {}
  }
}

extension TreeRecordings {
  /// What the context keeps, so that the recordings can be released.
  struct Listener: TreeListener {
    private let recordings: WeakReference<TreeRecordings>

    init(_ recordings: TreeRecordings) { self.recordings = WeakReference(recordings) }

    func treeMade<State, Action>(_ root: StoreNode<State, Action>) {
      guard let recordings = recordings.object, !recordings.hasEnded.isRaised else { return }
      recordings.add(Entry(root: WeakReference(root), recording: Recording(of: root, limit: recordings.limit)))
    }
  }
}
