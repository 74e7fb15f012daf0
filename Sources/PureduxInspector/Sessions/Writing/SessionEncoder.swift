internal import PureduxCore

/// Turns the steps of a recording into lines of a session file, and replays them meanwhile to have their states checked.
struct SessionEncoder {
  private let tree: StoreTree
  private let recorder: TurnRecorder
  private let redact: Redaction?
  private let clock: SessionClock
  private var directory = CellDirectory()
  private var described: Set<String> = []
  private var parents: [UInt64: UInt64] = [:]
  private var checks: [Int: StateCheck] = [:]
  private var budget = CheckBudget()
  /// The states after the last step that was written; nil where reducers may run on the main thread alone.
  private var replay: Replay?
  private(set) var lines = SessionLines()
  /// The number of the last step that was written.
  private(set) var last: UInt64

  init(_ history: RecordedHistory, start: UInt64, after last: UInt64, program: String, _ redact: Redaction?) {
    tree = history.tree
    recorder = history.recorder
    clock = SessionClock(start: start)
    self.redact = redact
    self.last = last
    if !history.tree.reducesOnMain { replay = Replay { [tree] cell in tree.entered(cell) } }
    lines.add("session", SessionHeader.json(program: program, first: last + 1, limit: history.limit))
  }

  mutating func takeLines() -> [UInt8] { lines.takeAll() }
  mutating func rest() { budget.rest() }

  /// Takes the states that steps begin with, before these are added. It is quick, and called while nothing is forgotten.
  mutating func enterCells(of chunks: [RecordedChunk], from states: Replay) -> [EnteredState] {
    var entered: [EnteredState] = []
    for chunk in chunks {
      for (log, path, kind) in Self.paths(chunk) {
        _ = directory.cells(on: path, of: chunk.logs[log], isLevel: kind == .level) { place in
          entered.append(EnteredState(place: place, state: states.past(of: place.cell).copied()))
        }
      }
    }
    return entered
  }

  struct EnteredState {
    let place: CellDirectory.Place
    let state: any ReplayedCell
  }

  /// Each path of the chunk on which something was reduced.
  private static func paths(_ chunk: RecordedChunk) -> [(log: Int, path: UInt32, kind: RecordedStep.Kind)] {
    var seen: Set<UInt64> = []
    return chunk.steps.compactMap { step in
      guard step.isReduced, seen.insert(UInt64(step.log) << 32 | UInt64(step.path)).inserted else { return nil }
      return (Int(step.log), step.path, step.kind)
    }
  }

  /// Adds the states that `enterCells` returned.
  mutating func add(_ entered: [EnteredState]) {
    for entry in entered {
      let place = entry.place
      let state = redacted(entry.state.anyValue)
      if let cell = place.cell.replayed(state) { replay?.put(cell) } else { replay = nil }
      writeState(state, at: place, after: last)
    }
  }

  private mutating func writeState(_ state: Any, at place: CellDirectory.Place, after step: UInt64) {
    lines.add(
      "state",
      .object([
        .init(name: "cell", value: .int(place.id)), .init(name: "store", value: .int(Int(place.store))),
        .init(name: "level", value: .int(place.level)),
        .init(name: "type", value: .string("\(place.cell.stateType)")),
        .init(name: "after", value: .int(Int(step))), WrittenValue(state).member,
      ]))
  }

  private func redacted(_ value: Any) -> Any {
    guard let redact else { return value }
    return redact(value)
  }

  /// Adds the steps of a chunk that have not been written.
  mutating func add(_ chunk: RecordedChunk) {
    guard chunk.end > last + 1 else { return }
    var strangers: [[Int: Any]] = Array(repeating: [:], count: chunk.logs.count)
    var chunk = chunk
    if let redact {
      let logs = chunk.logs.enumerated().map { index, log in
        var position = -1
        return log.changed { action in
          if action is ShownStates { return action }
          let new = redact(action)
          position += 1
          if type(of: new) != type(of: action) { strangers[index][position] = new }
          return new
        }
      }
      chunk = RecordedChunk(
        first: chunk.first, steps: chunk.steps, logs: logs, notes: chunk.notes, draws: chunk.draws)
    }
    describeStores(of: chunk)
    let first = max(chunk.first, last + 1)
    let writer = StepWriter(chunk, from: first, strangers, clock, hidesText: redact != nil)
    lines.add("steps") { writer.append(to: &$0) }
    check(chunk, from: first)
    last = chunk.end - 1
    if strangers.contains(where: { !$0.isEmpty }) { replay = nil }
  }

  private mutating func describeStores(of chunk: RecordedChunk) {
    for note in chunk.notes {
      if case .storeMade(let description) = note.kind { parents[note.store] = description.parent?.number }
    }
    for step in chunk.steps where step.kind != .note && step.kind != .replacement {
      let log = chunk.logs[Int(step.log)]
      let (store, action) = (log.store(of: step.path), "\(log.actionType)")
      guard described.insert("\(store) \(action)").inserted else { continue }
      lines.add(
        "store",
        .compact([
          "id": .int(Int(store)), "name": .optional(tree.name(of: store)),
          "state": .optional(recorder.cell(of: store).map { "\($0.stateType)" }), "action": .string(action),
          "parent": .optional(parents[store].map(Int.init)),
        ]))
    }
  }

  /// Reduces steps again, and writes checks of the states where they are due.
  private mutating func check(_ chunk: RecordedChunk, from first: UInt64) {
    guard let replay else { return }
    var next = first
    while next < chunk.end {
      var stop = min(chunk.end, next + UInt64(budget.stepsToCheck))
      while stop < chunk.end, chunk.steps[Int(stop - chunk.first)].kind == .level { stop += 1 }
      let jump = (next..<stop).first { isJump(chunk, $0) }
      if let jump { stop = jump + 1 }
      chunk.reduce(next..<stop, in: replay, tree.context)
      budget.passed(Int(stop - next))
      if jump != nil { writeStates(after: stop - 1, replay) }
      if budget.isDue { check(touched(chunk, next..<stop), after: stop - 1, replay) }
      next = stop
    }
  }

  /// Whether a step had all stores go on from states of the past.
  private func isJump(_ chunk: RecordedChunk, _ number: UInt64) -> Bool {
    let step = chunk.steps[Int(number - chunk.first)]
    return step.kind == .replacement && chunk.logs[Int(step.log)].actionType == ShownStates.self
  }

  private mutating func writeStates(after step: UInt64, _ replay: Replay) {
    for place in directory.places {
      let state = redacted(replay.past(of: place.cell).anyValue)
      if let cell = place.cell.replayed(state) { replay.put(cell) }
      writeState(state, at: place, after: step)
    }
  }

  private mutating func touched(_ chunk: RecordedChunk, _ range: Range<UInt64>) -> Set<Int> {
    var cells: Set<Int> = []
    var latest: (log: UInt32, path: UInt32)?
    for number in range {
      let step = chunk.steps[Int(number - chunk.first)]
      guard step.isReduced, latest?.log != step.log || latest?.path != step.path else { continue }
      latest = (step.log, step.path)
      cells.formUnion(
        directory.cells(on: step.path, of: chunk.logs[Int(step.log)], isLevel: step.kind == .level) { _ in })
    }
    return cells
  }

  private mutating func check(_ cells: Set<Int>, after step: UInt64, _ replay: Replay) {
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
    if !found.isEmpty { lines.add("check", ["after": .int(Int(step)), "cells": .array(found)]) }
  }
}
