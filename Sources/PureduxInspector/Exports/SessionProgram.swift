internal import PureduxDifference
internal import PureduxRecording

/// An inspected program that is backed by a session file.
///
/// The only states in a session file are the initial states, and the states at jumps and checks. Computing all other
/// states requires the program's reducers.
struct SessionProgram: InspectedProgram {
  private let session: RecordedSession
  private let all: [RecordedEvent]
  private let states: SessionStates
  let knownStates: KnownStates

  init(_ session: RecordedSession) {
    self.session = session
    states = SessionStates(session)
    // Skip out-of-order events, which a manually edited file may contain.
    var last = 0
    all = session.events.compactMap { event in
      guard event.number > last else { return nil }
      last = event.number
      // An event kind from a later version of the library is displayed as the most generic kind.
      var event = event
      if event.kind == .other { event.kind = .computed }
      return event
    }
    knownStates = KnownStates(steps: states.exactRanges(to: last), events: all.map(\.number))
  }

  var name: String { session.program }
  var isFile: Bool { true }
  var firstEvent: Int { all.first?.number ?? 1 }
  var lastEvent: Int { all.last?.number ?? 0 }

  func events(after number: Int, limit: Int) -> [RecordedEvent] {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].number > number { high = middle } else { low = middle + 1 }
    }
    return Array(all[low...].prefix(limit))
  }

  func causes(of event: Int) -> [RecordedEvent] {
    var causes: [RecordedEvent] = []
    var next = self.event(event)
    // Require each cause to precede its effect, so that the loop terminates even for an invalid file.
    while let effect = next, let cause = effect.cause, cause < effect.number {
      next = self.event(cause)
      if let next { causes.append(next) }
    }
    return causes
  }

  func effects(of event: Int) -> [RecordedEvent] { all.filter { $0.cause == event } }

  private func event(_ number: Int) -> RecordedEvent? {
    guard number > 0, let found = events(after: number - 1, limit: 1).first else { return nil }
    return found.number == number ? found : nil
  }

  var stores: [RecordedStore] { session.stores }

  func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? { nil }

  func recordedState(ofStore store: UInt64, after event: Int) -> (value: any Sendable, event: Int)? {
    guard let found = states.state(ofStore: store, after: lastStep(of: event)) else { return nil }
    return (found.value, knownStates.contains(event) ? event : min(event, found.event))
  }

  func hasStates(ofStore store: UInt64) -> Bool { states.has(store) }

  /// The number of an event's last step. Each level of a turn is a separate step with its own number.
  private func lastStep(of event: Int) -> Int { events(after: event, limit: 1).first.map { $0.number - 1 } ?? .max }

  /// Returns no changes unless the file contains the states before and after the event.
  func changes(at event: Int) -> [InspectedChange] {
    guard knownStates.contains(event), knownStates.contains(event - 1) else { return [] }
    return session.stores.flatMap { changes(ofStore: $0.id, from: event - 1, to: event) }
  }

  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] {
    guard let before = states.state(ofStore: store, after: lastStep(of: from)),
      let after = states.state(ofStore: store, after: lastStep(of: to)), before.event != after.event,
      let difference = Difference(from: before.value, to: after.value)
    else { return [] }
    return difference.changes.map { InspectedChange(store: store, path: $0.path, before: $0.before, after: $0.after) }
  }
}

/// The states that a session file contains, by store and event.
///
/// Each member of a state has a separate timeline, so that a check takes up memory only for the members that it
/// contains.
struct SessionStates: Sendable {
  private struct Cell: Sendable {
    /// The history of the whole state, for states that are not JSON objects.
    var whole: [(event: Int, slice: JSONSlice)] = []
    var members: [String: [(event: Int, slice: JSONSlice?)]] = [:]
    var first = Int.max

    mutating func take(whole slice: JSONSlice, at event: Int) {
      first = min(first, event)
      guard let object = try? slice.object(), !object.isEmpty else {
        for name in members.keys { members[name]?.append((event, nil)) }
        return whole.append((event, slice))
      }
      for name in members.keys where object[name] == nil { members[name]?.append((event, nil)) }
      take(changed: object, at: event)
    }

    mutating func take(changed object: [String: JSONSlice], at event: Int) {
      first = min(first, event)
      for (name, slice) in object { members[name, default: []].append((event, slice)) }
    }
  }

  /// A recorded state: either the whole state or only its changed members.
  private enum Content {
    case whole(JSONSlice)
    case changed([String: JSONSlice])
  }

  private var cells: [UInt64: Cell] = [:]
  /// The events after which all states are known. `reductions` contains the steps that may change states.
  private var moments: [Int] = []
  private var reductions: [Int] = []

  init(_ session: RecordedSession) {
    let parents = Dictionary(session.stores.map { ($0.id, $0.parent) }) { $1 }
    var owners: [Int: UInt64] = [:]
    var found: [(event: UInt64, owner: UInt64, content: Content)] = []
    // A session records all states at its start and at jumps. If a cell first appears at any other step, only that
    // cell's state is recorded.
    let jumps = Set(session.steps.filter(\.isJump).map(\.number))
    let start = session.states.map(\.after).min()
    for state in session.states {
      var owner: UInt64? = state.store
      for _ in 0..<min(state.level, 64) { owner = owner.flatMap { parents[$0] ?? nil } }
      guard let owner else { continue }
      owners[state.cell] = owner
      if let slice = state.value.slice { found.append((state.after, owner, .whole(slice))) }
      if state.after == start || jumps.contains(state.after) { moments.append(Int(clamping: state.after)) }
    }
    for check in session.checks {
      for part in check.cells {
        guard let owner = owners[part.cell] else { continue }
        if let whole = part.whole { found.append((check.after, owner, .whole(whole))) }
        if !part.changed.isEmpty { found.append((check.after, owner, .changed(part.changed))) }
      }
      moments.append(Int(clamping: check.after))
    }
    // Sort the states by event: states at jumps are interleaved with states of checks, and a manually edited file may
    // list states in any order.
    for (_, (event, owner, content)) in found.enumerated().sorted(by: {
      ($0.element.event, $0.offset) < ($1.element.event, $1.offset)
    }) {
      switch content {
      case .whole(let slice): cells[owner, default: Cell()].take(whole: slice, at: Int(clamping: event))
      case .changed(let parts): cells[owner, default: Cell()].take(changed: parts, at: Int(clamping: event))
      }
    }
    moments.sort()
    reductions = session.steps.filter(\.isReduced).map { Int(clamping: $0.number) }.sorted()
  }

  /// The ranges of steps after which the last recorded states are still current.
  func exactRanges(to last: Int) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var next = 0
    for moment in moments where moment <= last {
      while next < reductions.count, reductions[next] <= moment { next += 1 }
      let end = next < reductions.count ? min(last, reductions[next] - 1) : last
      if let range = ranges.last, moment <= range.upperBound + 1 {
        ranges[ranges.count - 1] = range.lowerBound...max(range.upperBound, end)
      } else {
        ranges.append(moment...end)
      }
    }
    return ranges
  }

  func has(_ store: UInt64) -> Bool { cells[store] != nil }

  /// Returns a store's state after a step, and the step after which that state was recorded.
  func state(ofStore store: UInt64, after event: Int) -> (value: any Sendable, event: Int)? {
    guard let cell = cells[store], event >= cell.first else { return nil }
    let moment = max(cell.first, Self.latest(moments, event, \.self) ?? 0)
    var members: [String: any Sendable] = [:]
    for (name, timeline) in cell.members {
      if let slice = Self.latest(timeline, event, \.event)?.slice { members[name] = slice.value() }
    }
    if !members.isEmpty { return (members, moment) }
    return Self.latest(cell.whole, event, \.event).map { ($0.slice.value(), moment) }
  }

  /// In a sorted array, finds the last element whose number is at most `event`.
  private static func latest<Element>(_ sorted: [Element], _ event: Int, _ number: (Element) -> Int) -> Element? {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if number(sorted[middle]) > event { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? sorted[low - 1] : nil
  }
}

extension JSONSlice {
  /// Converts a JSON value to Swift strings, numbers, arrays and dictionaries. Deeply nested values remain JSON text.
  fileprivate func value(depth: Int = 0) -> any Sendable {
    guard depth < 64, let first = bytes.first else { return text }
    switch first {
    case UInt8(ascii: "{"):
      guard let members = try? members() else { return text }
      let pairs: [(String, any Sendable)] = members.map { ($0.name, $0.value.value(depth: depth + 1)) }
      return RecordedWork.naming(Dictionary(pairs) { $1 })
    case UInt8(ascii: "["):
      guard let elements = try? elements() else { return text }
      return elements.map { $0.value(depth: depth + 1) }
    case UInt8(ascii: "\""): return (try? string()) ?? text
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    case UInt8(ascii: "n"): return String?.none
    default:
      if let number = Int(text) { return number }
      if let number = Double(text) { return number }
      return text
    }
  }
}

/// Replaces the numeric status of an effect state, as found in JSON, with its name.
enum RecordedWork {
  /// Mirrors the raw values of an effect state's status.
  enum Status: Int, Sendable {
    case idle, inProgress, success, failure, cancelled
  }

  /// Replaces the numeric status of an effect state with its name; returns other objects unchanged.
  static func naming(_ members: [String: any Sendable]) -> [String: any Sendable] {
    guard members["generation"] is Int, members["attempt"] is Int, members["id"] is [String: any Sendable],
      let status = (members["status"] as? Int).flatMap(Status.init)
    else { return members }
    return members.merging(["status": status]) { $1 }
  }
}
