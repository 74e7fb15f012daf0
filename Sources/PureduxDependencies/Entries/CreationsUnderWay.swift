/// Which thread makes which defaults, and which it waits for: finds a circle before anybody waits in it.
struct CreationsUnderWay: Sendable {
  /// What each thread makes, the innermost last.
  private var made: [ObjectIdentifier: [EntryCreation]] = [:]
  /// What each thread waits for while it makes something itself.
  private var awaited: [ObjectIdentifier: EntryCreation] = [:]

  mutating func begin(_ creation: EntryCreation) { made[creation.thread, default: []].append(creation) }

  mutating func end(_ creation: EntryCreation) {
    made[creation.thread]?.removeAll { $0 === creation }
    if made[creation.thread]?.isEmpty == true { made[creation.thread] = nil }
  }

  /// Notes that a thread waits for a creation, or gives the names on the way round to itself.
  mutating func beginWaiting(for creation: EntryCreation, on me: ObjectIdentifier) -> [String]? {
    guard made[me] != nil else { return nil }
    var names: [String] = []
    var next: EntryCreation? = creation
    while let reached = next {
      // One that is over keeps nobody waiting, though its thread may make another one by now.
      guard let made = made[reached.thread]?.drop(while: { $0 !== reached }), !made.isEmpty else { break }
      names += made.map(\.name)
      if reached.thread == me { return names + [creation.name] }
      next = awaited[reached.thread]
    }
    awaited[me] = creation
    return nil
  }

  mutating func endWaiting(on me: ObjectIdentifier) { awaited[me] = nil }
}
