internal import PureduxAtomics

/// The values that reducers drew from outside, times and identities, in the order in which they asked.
///
/// While an observed turn reduces they are noted; when it is reduced again, the same ones are given.
package final class DrawnValues {
  package enum Kind: UInt8, Sendable {
    case identity, time
  }

  /// One value, in two words.
  package struct Draw: Sendable {
    package let kind: Kind
    /// The number of the step that it was drawn in.
    package let step: UInt64
    package let first, second: UInt64

    package init(kind: Kind, step: UInt64, first: UInt64, second: UInt64) {
      self.kind = kind
      self.step = step
      self.first = first
      self.second = second
    }
  }

  package private(set) var all: ContiguousArray<Draw> = []
  /// The step that reduces.
  package var step: UInt64 = 0
  /// The index of the next one to give again; nil while they are noted.
  private var next: Int?
  /// Whether a reducer asked for more or for others than when it ran live, so that it cannot be pure.
  package private(set) var wentAstray = false

  package init() {}

  /// Takes the place of what was noted, to be given again from `step` on.
  package func give(_ draws: ContiguousArray<Draw>, from step: UInt64) {
    all = draws
    next = draws.firstIndex { $0.step >= step } ?? draws.count
  }

  /// Goes on with what was drawn in a step, although steps before it were left out.
  package func seek(_ step: UInt64) { next = all.firstIndex { $0.step >= step } ?? all.count }

  package func takeAll() -> ContiguousArray<Draw> {
    defer { all = [] }
    return all
  }

  /// Runs `body` with these values noted, or given, on this thread.
  package func inForce(_ body: () -> Void) {
    let outer = puredux_thread_draws()
    puredux_thread_set_draws(Unmanaged.passUnretained(self).toOpaque())
    defer { puredux_thread_set_draws(outer) }
    withExtendedLifetime(self, body)
  }

  /// Gives the values on this thread until `end` is called there. The caller keeps the object alive until then.
  package func begin() { puredux_thread_set_draws(Unmanaged.passUnretained(self).toOpaque()) }

  package static func end() { puredux_thread_set_draws(nil) }

  /// Draws a time.
  static func time(_ draw: () -> Duration) -> Duration {
    drawn(.time, by: draw) { time in
      (UInt64(bitPattern: time.components.seconds), UInt64(bitPattern: time.components.attoseconds))
    } again: { seconds, attoseconds in
      Duration(
        secondsComponent: Int64(bitPattern: seconds), attosecondsComponent: Int64(bitPattern: attoseconds))
    }
  }

  /// Draws a value by `draw`, which can be taken apart into two words and made of them again.
  static func drawn<Value>(
    _ kind: Kind, by draw: () -> Value, apart: (Value) -> (UInt64, UInt64), again: (UInt64, UInt64) -> Value
  ) -> Value {
    guard let pointer = puredux_thread_draws() else { return draw() }
    // SAFETY: set by `inForce` and by a turn observer alone, which keep the object alive until it is set back.
    let draws = Unmanaged<DrawnValues>.fromOpaque(pointer).takeUnretainedValue()
    return draws.draw(kind, by: draw, apart: apart, again: again)
  }

  private func draw<Value>(
    _ kind: Kind, by draw: () -> Value, apart: (Value) -> (UInt64, UInt64), again: (UInt64, UInt64) -> Value
  ) -> Value {
    guard let next else {
      let value = draw()
      let (first, second) = apart(value)
      all.append(Draw(kind: kind, step: step, first: first, second: second))
      return value
    }
    guard next < all.count, all[next].kind == kind else {
      wentAstray = true
      return draw()
    }
    self.next = next + 1
    return again(all[next].first, all[next].second)
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
