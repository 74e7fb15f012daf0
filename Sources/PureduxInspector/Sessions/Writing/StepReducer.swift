internal import PureduxRecording

/// Replays the steps of a session while its file is written, and captures states for the file.
///
/// The reducers of a main-actor tree run only on the main thread, so the tree's steps are queued until that thread is
/// idle. The main thread only captures the states; the thread that writes the file redacts and encodes them. No further
/// steps are reduced until the captured states are written.
final class StepReducer: @unchecked Sendable {
  // SAFETY: `inbox` is accessed only while `inboxLock` is held, and no user code runs under that lock. `work` is
  // accessed only while `lock` is held; `lock` is acquired before `inboxLock`. The user's reducers run with `lock`
  // held, so the reducers must not call this object: `AppendedSession.flush` documents this rule, and `Lock.hold` traps
  // on a violation.
  enum Input {
    /// The state from which the replay of a cell continues.
    case enter(any ReplayedCell)
    /// The steps of a chunk to replay, beginning at the given step number, and the directory of the cells.
    case reduce(RecordedChunk, from: UInt64, CellDirectory)
    /// The size of the last state check in bytes.
    case pay(Int)
    /// A polling interval without new steps, which adds to the budget for state checks.
    case rest
    /// The subsequent steps of the session cannot be replayed.
    case stop

    var isReduction: Bool { if case .reduce = self { true } else { false } }
  }

  private struct Inbox {
    var inputs: [Input] = []
    /// The states that must be written before more steps are reduced.
    var taken: TakenStates?
  }

  private let inboxLock = Lock()
  private var inbox = Inbox()
  /// Serializes `run`, because two threads may be treated as the main thread.
  ///
  /// A thread that drains the main queue while the main thread is parked is also treated as the main thread.
  private let lock = Lock()
  private var work: ReducedSteps
  private let tree: StoreTree

  init(_ tree: StoreTree) {
    self.tree = tree
    work = ReducedSteps(tree)
  }

  /// Whether the reducers of the tree may run on this thread.
  var isHere: Bool { tree.mayReduceHere }

  /// Whether `run` can reduce steps now: steps are queued, and no captured states are waiting to be written.
  var isWanted: Bool { inboxLock.hold { _ in inbox.taken == nil && inbox.inputs.contains(where: \.isReduction) } }

  func add(_ input: Input) {
    inboxLock.hold { _ in
      if case .rest = input, case .rest? = inbox.inputs.last { return }
      inbox.inputs.append(input)
    }
  }

  /// Reduces about `steps` queued steps, or fewer if captured states must be written first.
  func run(steps: Int = .max) {
    lock.hold { _ in
      var left = steps
      while left > 0, let input = nextInput() {
        let (rest, taken) = work.take(input, &left)
        inboxLock.hold { _ in
          inbox.taken = taken
          if let rest { inbox.inputs.insert(rest, at: 0) }
        }
      }
    }
  }

  /// Schedules `run` on the main thread, and calls `body` afterward.
  func runOnMain(steps: Int, then body: @escaping @Sendable () -> Void) {
    tree.runOnMain { [self] in
      run(steps: steps)
      body()
    }
  }

  private func nextInput() -> Input? {
    inboxLock.hold { _ in inbox.taken == nil && !inbox.inputs.isEmpty ? inbox.inputs.removeFirst() : nil }
  }

  /// The captured states to write; nil if there are none. Call `goOn` after writing the states.
  var taken: TakenStates? { inboxLock.hold { _ in inbox.taken } }

  /// Lets `run` continue after the states have been written.
  ///
  /// - Parameters:
  ///   - states: The states from which the replay of the cells continues.
  ///   - cost: The size of the written check in bytes; nil if no check was due.
  func goOn(from states: [any ReplayedCell], paying cost: Int?) {
    let first = states.map(Input.enter) + (cost.map { [.pay($0)] } ?? [])
    inboxLock.hold { _ in
      inbox.taken = nil
      inbox.inputs.insert(contentsOf: first, at: 0)
    }
  }
}

/// Replays the steps of a session, and captures the states that must be written.
struct ReducedSteps {
  private let tree: StoreTree
  private var budget = CheckBudget()
  /// The replay; nil after a step that could not be replayed.
  private var replay: Replay?

  init(_ tree: StoreTree) {
    self.tree = tree
    replay = Replay { [tree] cell in tree.entered(cell) }
  }

  /// - Parameter left: The approximate number of steps to reduce; decremented for each reduced step.
  /// - Returns: The unprocessed rest of `input`, and the states that must be written before the rest is processed.
  mutating func take(_ input: StepReducer.Input, _ left: inout Int) -> (rest: StepReducer.Input?, taken: TakenStates?) {
    switch input {
    case .enter(let state): replay?.put(state)
    case .pay(let cost): budget.pay(cost)
    case .rest: budget.rest()
    case .stop: replay = nil
    case .reduce(let chunk, var next, var directory):
      guard let replay else { break }
      while next < chunk.end {
        guard left > 0 else { return (.reduce(chunk, from: next, directory), nil) }
        let start = next
        let taken = advance(chunk, &next, atMost: left, replay, &directory)
        left -= Int(next - start)
        if let taken { return (next < chunk.end ? .reduce(chunk, from: next, directory) : nil, taken) }
      }
    }
    return (nil, nil)
  }

  /// Reduces steps, and captures the resulting states if they must be written.
  private mutating func advance(
    _ chunk: RecordedChunk, _ next: inout UInt64, atMost most: Int, _ replay: Replay, _ directory: inout CellDirectory
  ) -> TakenStates? {
    let start = next
    var stop = min(chunk.end, start + UInt64(min(most, budget.stepsToCheck)))
    while stop < chunk.end, chunk.steps[Int(stop - chunk.first)].kind == .level { stop += 1 }
    let jump = (start..<stop).first { isJump(chunk, $0) }
    if let jump { stop = jump + 1 }
    chunk.reduce(start..<stop, in: replay, tree.context)
    budget.passed(Int(stop - start))
    next = stop
    let checked = budget.isDue ? directory.touched(by: chunk, start..<stop) : nil
    guard jump != nil || checked != nil else { return nil }
    let places = jump != nil ? directory.places : directory.places.filter { checked?.contains($0.id) == true }
    return TakenStates(
      after: stop - 1, states: places.map { ($0, replay.past(of: $0.cell).anyValue) }, isBeginning: jump != nil,
      checked: checked)
  }

  /// Whether a step is a jump, after which all stores continue from past states.
  private func isJump(_ chunk: RecordedChunk, _ number: UInt64) -> Bool {
    let step = chunk.steps[Int(number - chunk.first)]
    return step.kind == .replacement && chunk.logs[Int(step.log)].actionType == TravelStates.self
  }
}
