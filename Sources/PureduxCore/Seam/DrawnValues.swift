internal import PureduxAtomics

/// Intercepts the external values that reducers read: times and identities, each as two words.
///
/// The current instance of a thread records each value, or replaces it.
@usableFromInline
package final class DrawnValues: @unchecked Sendable {
  // SAFETY: the closure is called, and `isPaused` is accessed, only on a thread that has called `begin` or `inForce`.
  // The owner of the object calls these functions on one thread at a time. All other properties are immutable.
  package enum Kind: UInt8, Sendable {
    case identity, time
  }

  package typealias Words = (first: UInt64, second: UInt64)

  fileprivate let replace: (Kind, _ draw: () -> Words) -> Words

  /// Whether a turn's middlewares bypass this instance while it is current.
  private let sparesMiddlewares: Bool
  private var isPaused = false

  /// - Parameters:
  ///   - sparesMiddlewares: Whether a turn's middlewares bypass the instance while it is current.
  ///   - replace: Receives the kind of a value, and a function that draws it; returns the value to use.
  package init(
    sparingMiddlewares sparesMiddlewares: Bool = false,
    _ replace: @escaping (_ kind: Kind, _ draw: () -> Words) -> Words
  ) {
    (self.sparesMiddlewares, self.replace) = (sparesMiddlewares, replace)
  }

  /// Runs `body` with this instance as the thread's current instance.
  package func inForce(_ body: () throws -> Void) rethrows {
    let outer = puredux_thread_draws()
    begin()
    defer { puredux_thread_set_draws(outer) }
    try withExtendedLifetime(self, body)
  }

  /// Makes this the calling thread's current instance until `end` is called on that thread. The caller must retain the
  /// instance until then.
  package func begin() { puredux_thread_set_draws(Unmanaged.passUnretained(self).toOpaque()) }

  package static func end() { puredux_thread_set_draws(nil) }

  private static var ofThread: DrawnValues? {
    // SAFETY: the pointer is set only by `begin`, whose callers retain the object until the pointer is reset.
    puredux_thread_draws().map { Unmanaged<DrawnValues>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Pauses the current instance if middlewares bypass it. Called on a turn's thread, before the turn's middlewares
  /// run.
  @usableFromInline
  static func pause() { if let ofThread, ofThread.sparesMiddlewares { ofThread.isPaused = true } }

  /// Ends the pause. Called before the reducers of the turn run.
  static func resume() { ofThread?.isPaused = false }

  /// Draws an identity, through the current instance if there is one and it is not paused.
  static func identity(_ draw: () -> Words) -> Words {
    guard let values = ofThread, !values.isPaused else { return draw() }
    return values.replace(.identity, draw)
  }

  /// Draws a time. The time is split into words only if the current instance intercepts it.
  static func time(_ draw: () -> Duration) -> Duration {
    guard let values = ofThread, !values.isPaused else { return draw() }
    let (seconds, attoseconds) = values.replace(.time) { draw().words }
    return Duration(words: (seconds, attoseconds))
  }
}

extension Duration {
  /// The duration as two words: seconds and attoseconds.
  package var words: DrawnValues.Words {
    let (seconds, attoseconds) = components
    return (UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds))
  }

  package init(words: DrawnValues.Words) {
    self.init(
      secondsComponent: Int64(bitPattern: words.first), attosecondsComponent: Int64(bitPattern: words.second))
  }
}

/// An event of an observed turn, recorded as the cause of later work. A cause can be passed to another thread.
@usableFromInline
package struct EventCause: Sendable {
  private let word: UInt64

  private init(_ word: UInt64) { self.word = word }

  /// The cause set by the innermost observed turn or `inForce` on this thread; empty if there is none.
  package static var here: EventCause { EventCause(puredux_thread_cause()) }

  package static var none: EventCause { EventCause(0) }

  package var isNone: Bool { word == 0 }

  /// Makes this event the cause of everything that `body` posts. An empty cause has no effect.
  package func inForce<Result>(_ body: () throws -> Result) rethrows -> Result {
    if word == 0 { return try body() }
    let outer = puredux_thread_set_cause(word)
    defer { _ = puredux_thread_set_cause(outer) }
    return try body()
  }
}
