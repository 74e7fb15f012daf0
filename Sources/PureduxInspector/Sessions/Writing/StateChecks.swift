internal import PureduxCore

/// The states after the steps of a session as far as they were reduced again, and the checks of them.
struct StateChecks {
  private let tree: StoreTree
  private let redact: Redaction?
  private var checks: [Int: StateCheck] = [:]
  private var budget = CheckBudget()
  /// Nil where a step could not be reduced again.
  private var replay: Replay?

  init(_ tree: StoreTree, _ redact: Redaction?) {
    self.tree = tree
    self.redact = redact
    replay = Replay { [tree] cell in tree.entered(cell) }
  }

  /// - Parameters:
  ///   - left: How many steps are to be reduced, about; lowered by those that are.
  ///   - lines: Is given what is to be written.
  /// - Returns: What is left of the task.
  mutating func take(
    _ task: StateChecker.Task, _ left: inout Int, _ lines: inout [StateChecker.Line]
  ) -> StateChecker.Task? {
    switch task {
    case .enter(let state): replay?.put(state)
    case .rest: budget.rest()
    case .stop: replay = nil
    case .reduce(let chunk, let first, var directory):
      guard let replay else { return nil }
      var next = first
      while next < chunk.end {
        guard left > 0 else { return .reduce(chunk, from: next, directory) }
        let start = next
        next = advance(chunk, from: next, atMost: left, replay, &directory, &lines)
        left -= Int(next - start)
      }
    }
    return nil
  }

  /// Reduces some steps, and checks the states after them where that is due. Returns the number of the next step.
  private mutating func advance(
    _ chunk: RecordedChunk, from next: UInt64, atMost most: Int, _ replay: Replay, _ directory: inout CellDirectory,
    _ lines: inout [StateChecker.Line]
  ) -> UInt64 {
    var stop = min(chunk.end, next + UInt64(min(most, budget.stepsToCheck)))
    while stop < chunk.end, chunk.steps[Int(stop - chunk.first)].kind == .level { stop += 1 }
    let jump = (next..<stop).first { isJump(chunk, $0) }
    if let jump { stop = jump + 1 }
    chunk.reduce(next..<stop, in: replay, tree.context)
    budget.passed(Int(stop - next))
    if jump != nil { lines += directory.places.map { state(at: $0, after: stop - 1, replay) } }
    if budget.isDue {
      check(directory.touched(by: chunk, next..<stop), after: stop - 1, replay, directory).map { lines.append($0) }
    }
    return stop
  }

  /// Whether a step had all stores go on from states of the past.
  private func isJump(_ chunk: RecordedChunk, _ number: UInt64) -> Bool {
    let step = chunk.steps[Int(number - chunk.first)]
    return step.kind == .replacement && chunk.logs[Int(step.log)].actionType == ShownStates.self
  }

  private func state(at place: CellDirectory.Place, after step: UInt64, _ replay: Replay) -> StateChecker.Line {
    let state = replay.past(of: place.cell).anyValue
    let written = redact?(state) ?? state
    if let cell = place.cell.replayed(written) { replay.put(cell) }
    return StateChecker.Line(kind: "state", value: place.json(of: written, after: step))
  }

  private mutating func check(
    _ cells: Set<Int>, after step: UInt64, _ replay: Replay, _ directory: CellDirectory
  ) -> StateChecker.Line? {
    var (found, cost): ([JSON], Int) = ([], 0)
    for cell in cells.sorted() {
      var check = checks[cell] ?? StateCheck()
      if let json = check.check(replay.past(of: directory.places[cell - 1].cell).anyValue, cell: cell) {
        found.append(json)
      }
      cost += check.cost
      checks[cell] = check
    }
    budget.pay(cost)
    if found.isEmpty { return nil }
    return StateChecker.Line(kind: "check", value: ["after": .int(Int(step)), "cells": .array(found)])
  }
}
