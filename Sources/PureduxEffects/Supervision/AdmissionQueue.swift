/// A queue that limits the number of concurrent runs.
///
/// Runs with the highest priority are admitted first; runs with equal priority are admitted in order of arrival.
struct AdmissionQueue: Sendable {
  private let limit: Int?
  private var admittedCount = 0
  /// The waiting runs, grouped by priority, with the highest priority first. Usually only one priority is in use.
  private var lines: [AdmissionLine] = []
  /// The ticket of each waiting run, keyed by run number. A queue entry with a different ticket is obsolete.
  private var tickets: [Int: Int] = [:]
  private var lastTicket = 0
  private var entryCount = 0

  /// Creates a queue. If `limit` is nil, the number of runs is unlimited; a limit below one is treated as one.
  init(limit: Int?) { self.limit = limit.map { max($0, 1) } }

  private var isFull: Bool { limit.map { admittedCount >= $0 } ?? false }

  /// Admits a run, or appends it to the waiting runs of its priority. A nil priority is treated as medium.
  mutating func enter(_ run: EffectRun, _ priority: WorkPriority? = nil) -> Admission {
    guard isFull else {
      admittedCount += 1
      return .admitted
    }
    wait(run, priority)
    return .queued
  }

  /// Moves a waiting run to another priority, behind the waiting runs of that priority.
  mutating func move(_ run: EffectRun, to priority: WorkPriority?) {
    guard tickets[run.number] != nil else { return }
    wait(run, priority)
    compactIfSparse()
  }

  /// Records that a run has ended or is no longer waiting.
  mutating func leave(_ run: EffectRun, _ admission: Admission) {
    switch admission {
    case .none: break
    case .admitted: admittedCount -= 1
    case .queued:
      tickets[run.number] = nil
      compactIfSparse()
    }
  }

  /// Records that all runs have ended.
  mutating func removeAll() { self = AdmissionQueue(limit: limit) }

  /// Admits and returns the next waiting run, if the limit permits.
  mutating func next() -> EffectRun? {
    guard !isFull, !tickets.isEmpty else { return nil }
    for index in lines.indices {
      while let entry = lines[index].popFirst() {
        entryCount -= 1
        guard tickets[entry.run.number] == entry.ticket else { continue }
        tickets[entry.run.number] = nil
        admittedCount += 1
        return entry.run
      }
    }
    return nil
  }

  private mutating func wait(_ run: EffectRun, _ priority: WorkPriority?) {
    let priority = priority ?? .medium
    lastTicket += 1
    entryCount += 1
    tickets[run.number] = lastTicket
    let index = lines.firstIndex { $0.priority <= priority } ?? lines.endIndex
    if index == lines.endIndex || lines[index].priority != priority {
      lines.insert(AdmissionLine(priority: priority), at: index)
    }
    lines[index].append(AdmissionLine.Entry(run: run, ticket: lastTicket))
  }

  /// Prunes the obsolete entries once they outnumber the waiting runs.
  private mutating func compactIfSparse() {
    guard entryCount > 2 * tickets.count else { return }
    for index in lines.indices { lines[index].removeAll { tickets[$0.run.number] != $0.ticket } }
    entryCount = tickets.count
  }
}

/// The waiting runs of one priority, in order of arrival.
struct AdmissionLine: Sendable {
  struct Entry: Sendable {
    let run: EffectRun
    let ticket: Int
  }

  let priority: WorkPriority
  private var entries: [Entry] = []
  private var head = 0

  init(priority: WorkPriority) { self.priority = priority }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  mutating func popFirst() -> Entry? {
    guard head < entries.count else { return nil }
    defer {
      head += 1
      if head * 2 > entries.count { removeAll { _ in false } }
    }
    return entries[head]
  }

  /// Removes the entries that were already popped and those that satisfy a condition.
  mutating func removeAll(where shouldGo: (Entry) -> Bool) {
    entries.removeFirst(head)
    head = 0
    entries.removeAll(where: shouldGo)
  }
}

/// The admission status of a run under its attachment's limit.
enum Admission: Sendable {
  /// The run has not requested admission, or is no longer working.
  case none
  /// The run waits for another run to end.
  case queued
  /// The run is admitted.
  case admitted
}

/// The priority of a run's tasks, stored in one byte.
///
/// The size of `TaskPriority` is unknown at compile time, so copying a record that contains a `TaskPriority` would need
/// a runtime layout lookup.
@usableFromInline
struct WorkPriority: Comparable, Sendable {
  private let rawValue: UInt8

  static let medium = WorkPriority(.medium)

  @usableFromInline init(_ priority: TaskPriority) { rawValue = priority.rawValue }

  var ofTask: TaskPriority { TaskPriority(rawValue: rawValue) }

  @usableFromInline
  static func < (one: WorkPriority, other: WorkPriority) -> Bool { one.rawValue < other.rawValue }
}
