package import PureduxCore

extension Recording {
  /// Records every tree that the process creates from now on, each from its first action.
  ///
  /// Call this method before the first store is created, for example in the first line of a program. Existing trees are
  /// not recorded. Without this call, creating a tree has no additional cost.
  ///
  /// ```swift
  /// let everything = Recording.everything()
  /// for recording in everything.recordings { print(recording.stores.first?.name ?? "a tree", recording.lastEvent) }
  /// ```
  ///
  /// A later call takes over the recording of new trees.
  ///
  /// - Parameters:
  ///   - limit: The approximate number of retained events of each tree.
  ///   - trees: The number of recordings to retain. Beyond this number, the oldest recordings of released trees are
  ///     discarded. Recordings of live trees are never discarded.
  /// - Returns: The recordings, which continue until they are released or ended.
  public static func everything(limit: Int = 10_000, trees: Int = 32) -> TreeRecordings {
    let recordings = TreeRecordings(limit: limit, trees: trees)
    recordings.listen()
    return recordings
  }
}

/// The recordings of several trees.
///
/// All recordings end when this object is released. Recordings that are retained elsewhere keep their recorded events.
public final class TreeRecordings: Sendable {
  private struct Entry: Sendable {
    let root: WeakReference<AnyObject>
    let recording: Recording
  }

  private let entries = Guarded<[Entry]>([])
  private let hasEnded = AtomicFlag()
  private let limit: Int
  private let trees: Int

  package init(limit: Int, trees: Int) {
    self.limit = limit
    self.trees = trees
  }

  deinit { end() }

  /// The recordings, in the order in which their trees were created.
  public var recordings: [Recording] { entries.withLock { $0.map(\.recording) } }

  /// Stops recording new trees, and ends the recordings. Recorded events remain available.
  public func end() {
    guard hasEnded.raise() else { return }
    for recording in recordings { recording.end() }
  }

  /// Starts listening for trees that the process creates.
  func listen() { StoreContext.setProcessWideTreeListener(Listener(self)) }

  /// Adds a recording. If there are more than `trees` recordings, discards the oldest recording of a released tree.
  private func add(_ entry: Entry) {
    let forgotten = entries.withLock { entries -> Entry? in
      entries.append(entry)
      guard entries.count > trees, let gone = entries.firstIndex(where: \.root.isGone) else { return nil }
      return entries.remove(at: gone)
    }
    // Keeps the discarded recording alive until the lock has been released.
    withExtendedLifetime(forgotten) {}
  }
}

extension TreeRecordings {
  /// A listener that holds a weak reference to the recordings. The context retains this listener, but not the
  /// recordings.
  package struct Listener: TreeListener {
    private let recordings: WeakReference<TreeRecordings>

    package init(_ recordings: TreeRecordings) { self.recordings = WeakReference(recordings) }

    package func treeMade<State, Action>(_ root: StoreNode<State, Action>) {
      guard let recordings = recordings.object, !recordings.hasEnded.isRaised else { return }
      recordings.add(Entry(root: WeakReference(root), recording: Recording(of: root, limit: recordings.limit)))
    }
  }
}
