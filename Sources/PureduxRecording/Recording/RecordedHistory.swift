internal import Dispatch
package import PureduxCore

/// The retained steps of a recording, and the states before the first retained step.
///
/// If the history exceeds its limit, the oldest steps are applied to the stored states and then discarded. This
/// trimming runs outside the turns of the tree, unless it cannot keep up.
package final class RecordedHistory: @unchecked Sendable {
  // SAFETY: `base`, `first` and `readers` are accessed with `replayLock` held; the other properties are constant or
  // synchronized. Locks are acquired in this order: `replayLock`, the state lock of the tree, the lock of the chunks.
  private let replayLock = Lock()
  private let base: Replay
  private var first: UInt64 = 1
  /// The number of reads in progress.
  private var readers = 0
  private let isTrimming = AtomicFlag()

  package let tree: StoreTree
  package let recorder: TurnRecorder
  package let limit: Int
  private let chunks: ChunkList
  private let queue = DispatchQueue(label: "PureduxRecording.history", qos: .utility)

  init(_ tree: StoreTree, limit: Int) {
    let chunks = ChunkList()
    let recorder = TurnRecorder(tree, chunkSize: min(1024, max(16, limit / 8)), keeper: chunks)
    self.tree = tree
    self.limit = limit
    self.chunks = chunks
    self.recorder = recorder
    base = Replay { recorder.enter($0) }
    chunks.whenTaken { [weak self] in self?.trimIfLong() }
  }

  /// Calls `body` in a turn whenever a chunk is full, after any closures registered earlier.
  package func whenChunkIsFull(_ body: @escaping @Sendable () -> Void) { chunks.whenTaken(body) }

  /// A snapshot of the retained steps.
  package struct Moment {
    /// The sequence number of the first retained step.
    package let first: UInt64
    package let chunks: [RecordedChunk]

    /// The sequence number of the last retained step.
    package var last: UInt64 { (chunks.last?.end ?? first) - 1 }

    /// Returns the sequence number of an event's last step, clamped to the range from `first - 1` to `last`.
    package func lastStep(of event: UInt64) -> UInt64 {
      guard event >= first else { return first - 1 }
      var step = event
      while let next = self[step + 1], !next.isEvent { step += 1 }
      return min(step, last)
    }

    /// Returns the sequence number of the event `count` events after `event`; a negative `count` counts backward.
    ///
    /// If that event is not retained, returns the sequence number of the nearest retained event.
    package func event(_ count: Int, after event: UInt64) -> UInt64 {
      var (found, left) = (min(max(event, first - 1), last), count.magnitude)
      var step = count > 0 ? lastStep(of: found) : found
      while left > 0, count > 0 || step >= first {
        step = count > 0 ? step + 1 : step - 1
        guard let next = self[step] else { break }
        if next.isEvent { (found, left) = (step, left - 1) }
      }
      return found
    }

    /// The step with this sequence number; nil if it is not retained.
    package subscript(step: UInt64) -> RecordedStep? {
      guard first <= step, step <= last, let chunk = chunks.first(where: { step < $0.end }) else { return nil }
      return chunk.steps[Int(step - chunk.first)]
    }
  }

  /// The currently retained steps, without any states.
  package var moment: Moment { replayLock.hold { _ in takeMoment() } }

  /// Runs `body` with the retained steps, and the states before the first retained step.
  ///
  /// No step is discarded while this method runs, because a replay may request the state that a new cell had before the
  /// first retained step.
  package func read<Result>(_ body: (Moment, Replay) -> Result) -> Result {
    let (moment, states) = replayLock.hold { _ in
      readers += 1
      let moment = takeMoment()
      mergeEntered()
      return (moment, base.copied { [self] cell in past(of: cell) })
    }
    defer {
      replayLock.hold { _ in readers -= 1 }
      trimIfLong()
    }
    return body(moment, states)
  }

  /// Returns the state of a cell that is missing from a copy of the states.
  ///
  /// The cell is missing because no step had changed it when the copy was made. Call this method only inside `read`.
  package func past(of cell: any ReplayableCell) -> any ReplayedCell {
    replayLock.hold { _ in
      mergeEntered()
      return base.past(of: cell).copied()
    }
  }

  /// All known cells, including every cell that a recorded step has changed.
  package var changedCells: [any ReplayableCell] {
    replayLock.hold { _ in
      mergeEntered()
      return base.cells.values.map(\.liveCell)
    }
  }

  private func takeMoment() -> Moment {
    let (unfinished, full) = tree.copyUnfinished(of: recorder) { chunks.all }
    return Moment(first: first, chunks: full + [unfinished])
  }

  private func mergeEntered() {
    for cell in recorder.takeEntered() { base.put(cell) }
  }

  /// Schedules the removal of the oldest steps if the full chunks contain more steps than the limit allows.
  private func trimIfLong() {
    guard chunks.stepCount > limit else { return }
    if isTrimming.raise() {
      let trim = { @Sendable [self] in
        while trimOldest() {}
        isTrimming.lower()
      }
      if tree.reducesOnMain { tree.runOnMain(trim) } else { queue.async(execute: trim) }
    }
    // If trimming cannot keep up, the current thread helps, so that memory stays bounded. A thread that reads the
    // recording may not be allowed to run the tree's reducers.
    if chunks.stepCount > 2 * limit + 1024, tree.mayReduceHere { trimOldest() }
  }

  @discardableResult
  private func trimOldest() -> Bool {
    let released: [any ReplayableCell]? = replayLock.hold { _ in
      guard readers == 0 else { return nil }
      mergeEntered()
      guard let chunk = chunks.takeOldest(leaving: limit) else { return nil }
      chunk.reduce(chunk.first..<chunk.end, in: base, tree.context)
      first = chunk.end
      return chunk.notes.compactMap { note in
        guard case .storeGone = note.kind, let cell = note.cell else { return nil }
        base.remove(cell)
        return recorder.forget(note.store, cell)
      }
    }
    return released != nil
  }
}

/// The full chunks of a recording, oldest first.
final class ChunkList: ChunkKeeper {
  private let content = Guarded<(chunks: [RecordedChunk], stepCount: Int)>(([], 0))
  private let listeners = Guarded<[@Sendable () -> Void]>([])

  var all: [RecordedChunk] { content.withLock { $0.chunks } }
  var stepCount: Int { content.withLock { $0.stepCount } }

  func whenTaken(_ body: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(body) } }

  func take(_ chunk: RecordedChunk) {
    content.withLock {
      $0.chunks.append(chunk)
      $0.stepCount += chunk.steps.count
    }
  }

  func hasTaken() { for listener in listeners.withLock({ $0 }) { listener() } }

  /// Removes and returns the oldest chunk if the chunks contain more than `limit` steps.
  func takeOldest(leaving limit: Int) -> RecordedChunk? {
    content.withLock { content in
      guard content.stepCount > limit else { return nil }
      let chunk = content.chunks.removeFirst()
      content.stepCount -= chunk.steps.count
      return chunk
    }
  }
}
