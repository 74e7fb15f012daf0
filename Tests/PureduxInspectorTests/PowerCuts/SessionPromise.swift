@testable import PureduxInspector

/// What a session file may contain after a power cut.
struct SessionPromise: Hashable, Sendable {
  private struct Session: Hashable, Sendable {
    /// The events that the program was about to write.
    var events: [String]
    /// The number of events without which the file never had its name, or that were confirmed since.
    var least: Int
  }

  /// The last confirmed session, and those that programs have begun to write since.
  private var sessions: [Session] = []
  /// Whether the file may be missing.
  private var isNew = true
  /// Whether events were written that were not confirmed, so that a power cut may damage them.
  private var mayBeDamaged = false

  /// A program is about to replace the file by a new one with these events.
  mutating func begin(_ events: [String]) { sessions.append(Session(events: events, least: events.count)) }

  /// The last program is about to write these events.
  mutating func record(_ events: [String]) {
    sessions[sessions.count - 1].events = events
    mayBeDamaged = true
  }

  /// The events of the last session are said to be on the disk.
  mutating func confirm() {
    sessions.removeFirst(sessions.count - 1)
    sessions[0].least = sessions[0].events.count
    (isNew, mayBeDamaged) = (false, false)
  }

  /// The laws that are broken if the file has these contents.
  func violations(_ bytes: [UInt8]?) -> [String] {
    guard let bytes else { return isNew ? [] : ["the file is missing"] }
    do {
      let session = try RecordedSession(bytes: bytes, named: "a.session", upToDamage: true)
      let events = session.events.map(\.description)
      var violations: [String] = []
      if !sessions.contains(where: { $0.least <= events.count && $0.events.starts(with: events) }) {
        violations.append("found \(events) instead of \(sessions)")
      }
      if !mayBeDamaged, session.isCutOff || session.damage != nil { violations.append("a confirmed file is damaged") }
      let isTold = (try? RecordedSession(bytes: bytes, named: "a.session")) == nil
      if isTold != (session.damage != nil) { violations.append("damage is told by one way of reading only") }
      return violations
    } catch {
      return ["the file cannot be read: \(error)"]
    }
  }
}
