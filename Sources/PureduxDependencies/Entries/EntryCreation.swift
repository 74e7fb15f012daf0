internal import Dispatch
internal import Foundation
internal import PureduxCore

/// One default while it is being made, by one thread.
///
/// Threads that ask for it meanwhile wait. A thread that would so wait for itself, by way of other
/// threads or not, has found a circular default: that is reported, and the process stops.
@usableFromInline
final class EntryCreation: Sendable {
  private let name: String
  private let thread = ObjectIdentifier(Thread.current)
  private let group = DispatchGroup()

  /// From now on this thread is known to make the default.
  init(of name: String) {
    self.name = name
    group.enter()
    Self.underWay.withLock { $0.created[thread, default: []].append(self) }
  }

  /// The default has been made, or another thread makes it.
  func end() {
    Self.underWay.withLock {
      $0.created[thread]?.removeLast()
      if $0.created[thread]?.isEmpty == true { $0.created[thread] = nil }
    }
    group.leave()
  }

  func wait() {
    let me = ObjectIdentifier(Thread.current)
    let circle = Self.underWay.withLock { $0.waiting(for: self, on: me) }
    if let circle { Self.stop(at: circle) }
    group.wait()
    Self.underWay.withLock { $0.awaited[me] = nil }
  }

  private static func stop(at circle: [String]) -> Never {
    let misuse = Misuse.circularDefault(circle)
    StoreContext.current.report(misuse)
    preconditionFailure("a default depends on itself")
  }

  private static let underWay = Guarded(UnderWay())

  private struct UnderWay: Sendable {
    /// What each thread makes, the innermost last.
    var created: [ObjectIdentifier: [EntryCreation]] = [:]
    /// What each thread waits for while it makes something itself.
    var awaited: [ObjectIdentifier: EntryCreation] = [:]

    /// Notes that a thread waits for a creation, or gives the names on the way round to itself.
    mutating func waiting(for creation: EntryCreation, on me: ObjectIdentifier) -> [String]? {
      guard created[me] != nil else { return nil }
      var names: [String] = []
      var next: EntryCreation? = creation
      while let reached = next {
        let made = created[reached.thread] ?? []
        names += made.drop { $0 !== reached }.map(\.name)
        if reached.thread == me { return names + [creation.name] }
        next = awaited[reached.thread]
      }
      awaited[me] = creation
      return nil
    }
  }
}

extension Misuse {
  static func circularDefault(_ names: [String]) -> Misuse {
    Misuse(
      "the default of `\(names[0])` depends on itself: \(names.joined(separator: " → "))",
      so: "there is no value to go on with, and the process stops",
      fix: "let one of these defaults do without the next, or keep a closure that reads it later")
  }
}
