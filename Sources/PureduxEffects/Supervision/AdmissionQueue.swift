/// A queue with a limit on how many runs may work at once.
///
/// The highest priority goes first, and of runs with equal priorities the one that came first.
struct AdmissionQueue: Sendable {
  private let limit: Int?
  private var admittedCount = 0
  /// One for each priority that was ever waited with, the highest first. Nearly always there is one.
  private var lines: [AdmissionLine] = []
  /// The ticket of each run that waits, by the run's number. An entry of a line with another ticket has left it.
  private var tickets: [Int: Int] = [:]
  private var lastTicket = 0
  private var entryCount = 0

  /// A queue without a limit if it is nil; a limit below one is taken as one.
  init(limit: Int?) { self.limit = limit.map { max($0, 1) } }

  private var isFull: Bool { limit.map { admittedCount >= $0 } ?? false }

  /// Admits a run, or has it wait behind those of the same priority. None counts as medium.
  mutating func enter(_ run: EffectRun, _ priority: WorkPriority? = nil) -> Admission {
    guard isFull else {
      admittedCount += 1
      return .admitted
    }
    wait(run, priority)
    return .queued
  }

  /// Has a run that waits go on waiting with another priority, behind those that have it already.
  mutating func move(_ run: EffectRun, to priority: WorkPriority?) {
    guard tickets[run.number] != nil else { return }
    wait(run, priority)
    compactIfSparse()
  }

  /// Notes that a run ends or stops waiting.
  mutating func leave(_ run: EffectRun, _ admission: Admission) {
    switch admission {
    case .none: break
    case .admitted: admittedCount -= 1
    case .queued:
      tickets[run.number] = nil
      compactIfSparse()
    }
  }

  /// Admits the next run that waits, if there is room.
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

  /// Prunes the runs that have left, once they outnumber those that wait.
  private mutating func compactIfSparse() {
    guard entryCount > 2 * tickets.count else { return }
    for index in lines.indices { lines[index].removeAll { tickets[$0.run.number] != $0.ticket } }
    entryCount = tickets.count
  }
}

/// The runs that wait for their admission with one priority, the first that came first.
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

  /// Removes the entries that were taken, and those that satisfy a condition.
  mutating func removeAll(where shouldGo: (Entry) -> Bool) {
    entries.removeFirst(head)
    head = 0
    entries.removeAll(where: shouldGo)
  }
}

/// Whether a run may work, as far as the limit of its attachment goes.
enum Admission: Sendable {
  /// It has not asked yet, or works no longer.
  case none
  /// It waits until another run ends.
  case queued
  /// It holds one of the places.
  case admitted
}

/// The priority of a run's tasks, in one byte.
///
/// `TaskPriority` has no size that the compiler knows here, and a record that holds one is copied by a function that looks
/// its layout up.
@usableFromInline
struct WorkPriority: Comparable, Sendable {
  private let rawValue: UInt8

  static let medium = WorkPriority(.medium)

  @usableFromInline init(_ priority: TaskPriority) { rawValue = priority.rawValue }

  var ofTask: TaskPriority { TaskPriority(rawValue: rawValue) }

  @usableFromInline
  static func < (one: WorkPriority, other: WorkPriority) -> Bool { one.rawValue < other.rawValue }
}
