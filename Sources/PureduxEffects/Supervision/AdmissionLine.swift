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

  /// Lets go of the entries that were taken, and of those that satisfy a condition.
  mutating func removeAll(where shouldGo: (Entry) -> Bool) {
    entries.removeFirst(head)
    head = 0
    entries.removeAll(where: shouldGo)
  }
}
