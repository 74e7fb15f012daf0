internal import PureduxRecording

/// Writes the states that were taken, and the checks of them, as lines of a session.
struct CheckWriter {
  private let redact: Redaction?
  private var checks: [Int: CellCheck] = [:]

  init(_ redact: Redaction?) { self.redact = redact }

  /// - Returns: The states that cells go on with, and the bytes that the checks took to be made.
  mutating func write(_ taken: TakenStates, to lines: inout SessionLines) -> (states: [any ReplayedCell], cost: Int?) {
    let states = taken.isBeginning ? taken.states.map { ($0.place, redact?($0.state) ?? $0.state) } : taken.states
    if taken.isBeginning {
      for (place, state) in states { lines.add("state", place.json(of: state, after: taken.after)) }
    }
    let cost = taken.checked.map { checked in
      check(states.filter { checked.contains($0.0.id) }, after: taken.after, &lines)
    }
    return (taken.isBeginning ? states.compactMap { $0.0.cell.replayed($0.1) } : [], cost)
  }

  private mutating func check(
    _ states: [(place: CellDirectory.Place, state: Any)], after step: UInt64, _ lines: inout SessionLines
  ) -> Int {
    var (found, cost): ([JSON], Int) = ([], 0)
    for (place, state) in states {
      var check = checks[place.id] ?? CellCheck()
      if let json = check.check(state, cell: place.id) { found.append(json) }
      cost += check.cost
      checks[place.id] = check
    }
    if !found.isEmpty { lines.add("check", ["after": .int(Int(step)), "cells": .array(found)]) }
    return cost
  }
}
