package import PureduxCore

extension Recording {
  /// Records all trees of the process that are made from now on, each from its first action on.
  ///
  /// Call it before the first store is made, for example in the first line of a program. Trees that exist already are not
  /// recorded; while nobody asks for everything, making a tree costs nothing more.
  ///
  /// ```swift
  /// let everything = Recording.everything()
  /// for recording in everything.recordings { print(recording.stores.first?.name ?? "a tree", recording.lastEvent) }
  /// ```
  ///
  /// The latest call takes over from those before.
  ///
  /// - Parameters:
  ///   - limit: About how many of its latest events are kept of each tree.
  ///   - trees: How many recordings are kept. Where there are more, those whose root store was released are forgotten first;
  ///     of trees that live, none is.
  /// - Returns: The recordings, which go on until they are released or ended.
  public static func everything(limit: Int = 10_000, trees: Int = 32) -> TreeRecordings {
    let recordings = TreeRecordings(limit: limit, trees: trees)
    recordings.listen()
    return recordings
  }
}

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

  package init(limit: Int, trees: Int) {
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
  package struct Listener: TreeListener {
    private let recordings: WeakReference<TreeRecordings>

    package init(_ recordings: TreeRecordings) { self.recordings = WeakReference(recordings) }

    package func treeMade<State, Action>(_ root: StoreNode<State, Action>) {
      guard let recordings = recordings.object, !recordings.hasEnded.isRaised else { return }
      recordings.add(Entry(root: WeakReference(root), recording: Recording(of: root, limit: recordings.limit)))
    }
  }
}
