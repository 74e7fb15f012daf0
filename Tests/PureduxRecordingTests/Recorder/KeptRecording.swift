import PureduxTesting

@testable import PureduxRecording

/// Records a tree into a list of chunks, and computes its past states.
final class KeptRecording: ChunkKeeper, @unchecked Sendable {
  // SAFETY: `entered` is accessed only on the test's thread, and everything else is constant or guarded.
  private var entered: [any ReplayedCell] = []
  private let chunks = Guarded<[RecordedChunk]>([])
  private let recorder = Guarded<TurnRecorder?>(nil)
  private let tree: StoreTree

  init<State, Action>(_ store: StateStore<State, Action>, chunkSize: Int = 8) {
    tree = store.node.tree
    let recorder = TurnRecorder(tree, chunkSize: chunkSize, keeper: self)
    self.recorder.withLock { $0 = recorder }
    tree.beginRecording(by: recorder)
  }

  func take(_ chunk: RecordedChunk) { chunks.withLock { $0.append(chunk) } }
  func hasTaken() {}

  func end() {
    if let recorder = recorder.withLock({ $0 }) { tree.endRecording(by: recorder) }
  }

  /// All chunks, including the incomplete one.
  var all: [RecordedChunk] {
    guard let recorder = recorder.withLock({ $0 }) else { return [] }
    let (last, full) = tree.copyUnfinished(of: recorder) { chunks.withLock { $0 } }
    return full + [last]
  }

  var steps: [RecordedStep] { all.flatMap { Array($0.steps) } }
  var notes: [String] { all.flatMap { $0.notes.map { "\($0.kind)" } } }

  /// The cause of each step, as the number of another step; 0 for none.
  var causes: [Int] { steps.enumerated().map { $1.origin.cause == 0 ? 0 : $0 + 1 - Int($1.origin.cause) } }

  /// The state of a store after a number of steps.
  func state<State, Action>(of store: StateStore<State, Action>, after count: Int) -> State? {
    guard let recorder = recorder.withLock({ $0 }) else { return nil }
    let chunks = all
    let replay = Replay { recorder.enter($0) }
    entered += recorder.takeEntered()
    for cell in entered { replay.put(cell.copied()) }
    for chunk in chunks where chunk.first <= count {
      chunk.reduce(chunk.first..<UInt64(count) + 1, in: replay, tree.context)
    }
    return replay.read { store.node.capture($0)() }
  }
}
