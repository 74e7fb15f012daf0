internal import PureduxAtomics

/// Stands between reducers and the values that they draw from outside: times and identities, in two words each.
///
/// What is in force on a thread takes note of each value, or gives another one in its place.
package final class DrawnValues: @unchecked Sendable {
  // SAFETY: nothing here changes. The closure is called on the threads where `begin` or `inForce` was called alone, which
  // is what its maker reckons with.
  package enum Kind: UInt8, Sendable {
    case identity, time
  }

  package typealias Words = (first: UInt64, second: UInt64)

  fileprivate let replace: (Kind, _ draw: () -> Words) -> Words

  /// - Parameter replace: Given the kind of a value, and what draws it; returns the value to use.
  package init(_ replace: @escaping (_ kind: Kind, _ draw: () -> Words) -> Words) { self.replace = replace }

  /// Runs `body` with these in force on this thread.
  package func inForce(_ body: () -> Void) {
    let outer = puredux_thread_draws()
    begin()
    defer { puredux_thread_set_draws(outer) }
    withExtendedLifetime(self, body)
  }

  /// Puts these in force on this thread until `end` is called there. The caller keeps the object alive until then.
  package func begin() { puredux_thread_set_draws(Unmanaged.passUnretained(self).toOpaque()) }

  package static func end() { puredux_thread_set_draws(nil) }

  private static var ofThread: DrawnValues? {
    // SAFETY: set by `begin` alone, whose callers keep the object alive until it is set back.
    puredux_thread_draws().map { Unmanaged<DrawnValues>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Draws an identity.
  static func identity(_ draw: () -> Words) -> Words { ofThread?.replace(.identity, draw) ?? draw() }

  /// Draws a time. It is taken apart only where somebody wants to know it.
  static func time(_ draw: () -> Duration) -> Duration {
    guard let values = ofThread else { return draw() }
    let (seconds, attoseconds) = values.replace(.time) { draw().words }
    return Duration(words: (seconds, attoseconds))
  }
}

extension Duration {
  /// The two words by which it is drawn.
  package var words: DrawnValues.Words {
    let (seconds, attoseconds) = components
    return (UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds))
  }

  package init(words: DrawnValues.Words) {
    self.init(
      secondsComponent: Int64(bitPattern: words.first), attosecondsComponent: Int64(bitPattern: words.second))
  }
}

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
