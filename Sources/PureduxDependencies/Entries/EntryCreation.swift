internal import Dispatch
internal import Foundation
internal import PureduxCore

/// One default while it is being made, by one thread.
///
/// Threads that ask for it meanwhile wait. A thread that would so wait for itself, by way of other
/// threads or not, has found a circular default: that is reported, and the process stops.
@usableFromInline
final class EntryCreation: Sendable {
  let name: String
  let thread: ObjectIdentifier
  private let group = DispatchGroup()

  init(of name: String, on thread: ObjectIdentifier) {
    self.name = name
    self.thread = thread
    group.enter()
  }

  /// From now on this thread is known to make the default.
  static func begin(of name: String) -> EntryCreation {
    let creation = EntryCreation(of: name, on: ObjectIdentifier(Thread.current))
    underWay.withLock { $0.begin(creation) }
    return creation
  }

  /// The default has been made, or another thread makes it.
  func end() {
    Self.underWay.withLock { $0.end(self) }
    group.leave()
  }

  func wait() {
    let me = ObjectIdentifier(Thread.current)
    let circle = Self.underWay.withLock { $0.beginWaiting(for: self, on: me) }
    if let circle { Self.stop(at: circle) }
    group.wait()
    Self.underWay.withLock { $0.endWaiting(on: me) }
  }

  private static func stop(at circle: [String]) -> Never {
    let misuse = Misuse.circularDefault(circle)
    StoreContext.current.report(misuse)
    fatalError(misuse.description)
  }

  private static let underWay = Guarded(CreationsUnderWay())
}

extension Misuse {
  static func circularDefault(_ names: [String]) -> Misuse {
    Misuse(
      "the default of `\(names[0])` depends on itself: \(names.joined(separator: " → "))",
      so: "there is no value to go on with, and the process stops",
      fix: "let one of these defaults do without the next, or keep a closure that reads it later")
  }
}
