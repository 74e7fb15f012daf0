internal import PureduxAtomics

/// The event of an observed turn that some work comes from, to be taken to another thread.
@usableFromInline
package struct EventCause: Sendable {
  private let word: UInt64

  private init(_ word: UInt64) { self.word = word }

  /// The event whose turn this thread runs; none where no observed turn is under way.
  package static var here: EventCause { EventCause(puredux_thread_cause()) }

  package static var none: EventCause { EventCause(0) }

  package var isNone: Bool { word == 0 }

  /// Has what `body` posts come from this event. Where there is none, it changes nothing.
  package func inForce<Result>(_ body: () throws -> Result) rethrows -> Result {
    if word == 0 { return try body() }
    let outer = puredux_thread_set_cause(word)
    defer { _ = puredux_thread_set_cause(outer) }
    return try body()
  }
}
