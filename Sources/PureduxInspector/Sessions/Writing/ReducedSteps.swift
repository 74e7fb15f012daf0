internal import PureduxRecording

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
