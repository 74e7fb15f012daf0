internal import PureduxRecording

/// Reduces the steps of a session again while it is written, and takes the states that are to be in the file.
///
/// The reducers of a tree on the main actor run on the main thread alone. So its steps wait here until that thread has a
/// moment for them. It only takes the states: they are redacted and turned into bytes where the file is written, and before
/// that nothing more is reduced.
final class StepReducer: @unchecked Sendable {
  // SAFETY: `inbox` is reached with `inboxLock` held, under which no code of the user runs, and `work` with `lock` held, which
  // is taken first. Reducers of the user run under `lock`, so they must not come back here: `AppendedSession.flush` says so,
  // and `Lock.hold` stops one that does.
  enum Input {
    /// A cell goes on with this state.
    case enter(any ReplayedCell)
    /// Steps of a chunk from a number on, with the cells that they change.
    case reduce(RecordedChunk, from: UInt64, CellDirectory)
    /// The last check took so many bytes.
    case pay(Int)
    /// Nothing had to be written for a while.
    case rest
    /// What follows cannot be reduced again.
    case stop

    var isReduction: Bool { if case .reduce = self { true } else { false } }
  }

  private struct Inbox {
    var inputs: [Input] = []
    /// The states that have to be written before more is reduced.
    var taken: TakenStates?
  }

  private let inboxLock = Lock()
  private var inbox = Inbox()
  /// Two threads may be the main one: it, and the one that runs the main queue where it is parked.
  private let lock = Lock()
  private var work: ReducedSteps
  private let tree: StoreTree

  init(_ tree: StoreTree) {
    self.tree = tree
    work = ReducedSteps(tree)
  }

  /// Whether the reducers of the tree may run on this thread.
  var isHere: Bool { tree.mayReduceHere }

  /// Whether steps wait for `run`.
  var isWanted: Bool { inboxLock.hold { _ in inbox.taken == nil && inbox.inputs.contains(where: \.isReduction) } }

  func add(_ input: Input) {
    inboxLock.hold { _ in
      if case .rest = input, case .rest? = inbox.inputs.last { return }
      inbox.inputs.append(input)
    }
  }

  /// Reduces about as many of the steps that wait, up to those after which states have to be written.
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

  /// Does `run` on the main thread, soon, and calls `body` after it.
  func runOnMain(steps: Int, then body: @escaping @Sendable () -> Void) {
    tree.runOnMain { [self] in
      run(steps: steps)
      body()
    }
  }

  private func nextInput() -> Input? {
    inboxLock.hold { _ in inbox.taken == nil && !inbox.inputs.isEmpty ? inbox.inputs.removeFirst() : nil }
  }

  /// The states that have to be written now. When they are, `goOn` is called.
  var taken: TakenStates? { inboxLock.hold { _ in inbox.taken } }

  /// Lets `run` go on.
  ///
  /// - Parameters:
  ///   - states: Those that cells go on with.
  ///   - cost: The bytes that a check took; nil where there was none.
  func goOn(from states: [any ReplayedCell], paying cost: Int?) {
    let first = states.map(Input.enter) + (cost.map { [.pay($0)] } ?? [])
    inboxLock.hold { _ in
      inbox.taken = nil
      inbox.inputs.insert(contentsOf: first, at: 0)
    }
  }
}

/// The states after the steps of a session as far as they were reduced again.
struct ReducedSteps {
  private let tree: StoreTree
  private var budget = CheckBudget()
  /// Nil where a step could not be reduced again.
  private var replay: Replay?

  init(_ tree: StoreTree) {
    self.tree = tree
    replay = Replay { [tree] cell in tree.entered(cell) }
  }

  /// - Parameter left: How many steps are to be reduced, about; lowered by those that are.
  /// - Returns: What is left of the input, and the states that have to be written before it is taken.
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

  /// Reduces some steps, and takes the states after them where these are to be written.
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

  /// Whether a step had all stores go on from states of the past.
  private func isJump(_ chunk: RecordedChunk, _ number: UInt64) -> Bool {
    let step = chunk.steps[Int(number - chunk.first)]
    return step.kind == .replacement && chunk.logs[Int(step.log)].actionType == TravelStates.self
  }
}
