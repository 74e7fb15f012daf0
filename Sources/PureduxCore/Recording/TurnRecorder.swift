internal import PureduxAtomics

/// Notes what happens in the turns of one tree, in chunks that a keeper takes.
///
/// No turn copies a state. The states of the past are computed again, from the state that each cell had before its first
/// recorded action and from the actions since.
@usableFromInline
package final class TurnRecorder: @unchecked Sendable {
  // SAFETY: everything that changes is reached in turns of the tree, or with its state lock held, as is said beside it.
  /// The steps that fill no chunk yet.
  // SAFETY: changed in turns of the tree with its state lock held, so either of the two is enough to read.
  @exclusivity(unchecked) var open = OpenChunk()
  let draws = DrawnValues()

  /// The number of the last step that is an event.
  // SAFETY: as `open`.
  @exclusivity(unchecked) var lastEvent: UInt64 = 0

  /// The logs of the chunk that is open, by what stands for their paths.
  // SAFETY: reached in turns of the tree.
  @exclusivity(unchecked) @usableFromInline var logTable = LogTable()

  // SAFETY: reached in turns of the tree.
  @exclusivity(unchecked) var current = RecordedTurn()

  // SAFETY: reached in turns of the tree.
  @exclusivity(unchecked) var causes = DeliveredCauses()

  /// Whether the tree shows another time.
  // SAFETY: as `open`.
  @exclusivity(unchecked) var isInPast = false
  /// Whether the turn under way shows another time, so that nothing of it is noted.
  // SAFETY: reached in turns of the tree.
  @exclusivity(unchecked) var isTravelling = false
  /// Whether there has been such a turn.
  // SAFETY: reached in turns of the tree.
  @exclusivity(unchecked) var hasTravelled = false

  /// The part of the recorder that posting threads write to.
  package let posts = PostedCauses()

  let id: UInt64
  unowned let tree: StoreTree
  // SAFETY: set once, in `init`.
  @exclusivity(unchecked) weak var keeper: (any ChunkKeeper)?
  let chunkSize: Int
  let entered = EnteredCells()

  private static let count = Guarded<UInt64>(0)

  package init(_ tree: StoreTree, chunkSize: Int, keeper: any ChunkKeeper) {
    self.tree = tree
    self.keeper = keeper
    self.chunkSize = chunkSize
    id = Self.count.withLock {
      $0 = ($0 + 1) & (1 << 20 - 1)
      return $0
    }
    open.steps.reserveCapacity(chunkSize)
    posts.setRecorder(self)
  }

  /// Names an event in the word that a thread keeps for causes.
  func word(_ number: UInt64) -> UInt64 { id << 44 | number }

  /// The word for what is dispatched because another time is shown.
  var journey: UInt64 { word(1 << 44 - 1) }

  /// How far before `number` the event is that a cause names; 0 where it names none of this recording.
  func distance(to cause: PostedCause, from number: UInt64) -> UInt32 {
    guard cause.event != 0, cause.event >> 44 == id, cause.event != journey else { return 0 }
    return UInt32(clamping: number - cause.event & (1 << 44 - 1))
  }
}
