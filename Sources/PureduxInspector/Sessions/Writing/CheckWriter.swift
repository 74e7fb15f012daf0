internal import PureduxRecording

/// Writes states and their checks as lines of a session file.
struct CheckWriter {
  private let redact: Redaction?
  private var checks: [Int: CellCheck] = [:]

  init(_ redact: Redaction?) { self.redact = redact }

  /// - Returns: The states from which the replay of the cells continues, and the encoded size of the checks.
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

/// Creates the check data for a cell's state: a checksum of the whole state, and the parts that have changed.
struct CellCheck {
  private var sum: UInt64?
  /// The members of the state's JSON, as last written.
  private var members: [String: [UInt8]] = [:]

  /// The encoded size of the last check, used as an estimate of the next check's cost.
  private(set) var cost = 0

  /// Returns the check of a state, or nil if the state cannot be encoded.
  mutating func check(_ state: Any, cell: Int) -> JSON? {
    guard let state = state as? any Encodable & Decodable,
      let form = try? CanonicalForm.form(of: state, at: [], depth: 0)
    else {
      return nil
    }
    let canonical = form.bytes
    cost = canonical.count
    let new = Self.sum(of: canonical)
    var members = [
      JSON.Member(name: "cell", value: .int(cell)), JSON.Member(name: "sum", value: .string(Self.text(new))),
    ]
    // A state nested too deeply for JSON is written as text, so its check contains only a checksum.
    if new != sum, form.isWhole, case .json(let json) = WrittenValue(state, isShallow: true) {
      cost += json.count
      members.append(changed(json))
    }
    sum = new
    return .object(members)
  }

  static func text(_ sum: UInt64) -> String { String(decoding: LineChecksum.text(sum), as: UTF8.self) }

  static func sum(of canonical: [UInt8]) -> UInt64 {
    var checksum = LineChecksum()
    checksum.add(canonical)
    return checksum.value
  }

  private mutating func changed(_ json: [UInt8]) -> JSON.Member {
    guard let new = try? JSONSlice(json).members(), !new.isEmpty else {
      members = [:]
      return JSON.Member(name: "json", value: .encoded(json))
    }
    let current = Dictionary(new.map { ($0.name, Array($0.value.bytes)) }) { $1 }
    let isWhole = members.isEmpty || members.keys.contains { current[$0] == nil }
    let parts = current.filter { members[$0.key] != $0.value }.sorted { $0.key < $1.key }
      .map { JSON.Member(name: $0.key, value: .encoded($0.value)) }
    members = current
    return isWhole
      ? JSON.Member(name: "json", value: .encoded(json)) : JSON.Member(name: "changed", value: .object(parts))
  }
}

/// Spaces out state checks according to their cost.
///
/// The cost is measured in bytes, so that the same recording is always checked at the same steps.
///
/// In a short session, the states are checked after each step. In a longer session, a check waits until the steps since
/// the last check have earned enough credit.
struct CheckBudget {
  private static let atBeginning = 256 * 1024
  private static let forEachStep = 2
  private static let mostSaved = 1024 * 1024

  private var credit = CheckBudget.atBeginning
  private var cost = 0

  /// The number of steps until the next check.
  var stepsToCheck: Int { credit >= cost ? 1 : min(1 << 20, (cost - credit) / Self.forEachStep + 1) }
  var isDue: Bool { credit >= cost }

  mutating func passed(_ steps: Int) { credit = min(Self.mostSaved, credit + steps * Self.forEachStep) }

  mutating func pay(_ bytes: Int) {
    cost = bytes
    credit -= bytes
  }

  /// Adds credit for checks after an idle period.
  mutating func rest() { credit = min(Self.mostSaved, credit + 16 * 1024) }
}
