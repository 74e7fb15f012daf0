/// Defines when an observer considers two consecutive states equal and skips the second.
///
/// A rule's filter retains only the compared values, not the whole state, unless the rule was created by
/// `init(predicate:)` or `asEquatable`, which compare whole states.
///
/// ```swift
/// let equating: Equating<Counter> = .equal { $0.title } && .equal { $0.count }
/// let subscription = store.subscribe(removeDuplicates: equating) { print($0) }
/// ```
public struct Equating<State: Sendable>: Sendable {
  /// Returns whether a state differs from the previous state; always true for the first state.
  @usableFromInline package typealias Filter = RuledRegistration<State>.Filter

  @usableFromInline let compare: @Sendable (State, State) -> Bool
  @usableFromInline package let makeFilter: @Sendable () -> Filter

  @usableFromInline
  init(compare: @escaping @Sendable (State, State) -> Bool, makeFilter: @escaping @Sendable () -> Filter) {
    self.compare = compare
    self.makeFilter = makeFilter
  }

  /// Returns whether two states are equal by this rule.
  public func callAsFunction(_ one: State, _ other: State) -> Bool { compare(one, other) }

  /// Creates a rule that considers two states equal if `predicate` returns true.
  ///
  /// The filter retains the whole latest state, so the next change to a large array in that state copies the array.
  @inlinable
  public init(predicate: @escaping @Sendable (_ one: State, _ other: State) -> Bool) {
    self.init(keeping: { $0 }, comparing: predicate)
  }

  /// Creates a rule that compares the results of `part`, and retains only these results.
  @inlinable
  @inline(__always)
  init<Part: Sendable>(
    keeping part: @escaping @Sendable (State) -> Part, comparing areEqual: @escaping @Sendable (Part, Part) -> Bool
  ) {
    self.init(
      compare: { areEqual(part($0), part($1)) },
      makeFilter: {
        let latest = TurnLocal(LatestPart(part))
        return { state, turn in latest.with(turn) { $0.isReplaced(by: state, unless: areEqual) } }
      })
  }
}

/// The part of the latest state, which a filter compares with the same part of the next state.
@frozen
@usableFromInline
struct LatestPart<State, Part: Sendable>: Sendable {
  @usableFromInline let read: @Sendable (State) -> Part
  @usableFromInline var latest: Part?

  @inlinable
  init(_ read: @escaping @Sendable (State) -> Part) { self.read = read }

  /// Replaces the part with that of a new state, unless the two parts are equal. Returns whether the part was replaced.
  @inlinable
  @inline(__always)
  mutating func isReplaced(by state: State, unless areEqual: (Part, Part) -> Bool) -> Bool {
    let new = read(state)
    if let latest, areEqual(latest, new) { return false }
    latest = new
    return true
  }
}

extension Equating {
  /// Considers no two states equal: the observer is called for each turn.
  public static var neverEqual: Equating {
    Equating(compare: { _, _ in false }, makeFilter: { { _, _ in true } })
  }

  /// Considers all states equal: the observer is called only with the first state.
  public static var alwaysEqual: Equating { Equating(keeping: { _ in () }, comparing: { _, _ in true }) }

  /// Considers two states equal if the results of `part` are equal.
  ///
  /// The filter retains only the result of `part`, not the whole state.
  ///
  /// ```swift
  /// let byTitle: Equating<Counter> = .equal { $0.title }
  /// ```
  @inlinable
  @inline(__always)
  public static func equal<Part: Equatable & Sendable>(_ part: @escaping @Sendable (State) -> Part) -> Equating {
    // The comparison is written out, because the operator `==` passed as a closure would not be inlined.
    Equating(
      compare: { part($0) == part($1) },
      makeFilter: {
        let latest = TurnLocal(LatestPart(part))
        return { state, turn in latest.with(turn) { $0.isReplaced(by: state) { $0 == $1 } } }
      })
  }

  /// Combines two rules into a rule that considers two states equal only if both rules do.
  @inlinable
  @inline(__always)
  public static func && (one: Equating, other: Equating) -> Equating {
    Equating(
      compare: { one.compare($0, $1) && other.compare($0, $1) },
      makeFilter: {
        let (first, second) = (one.makeFilter(), other.makeFilter())
        return { state, turn in
          // Call both filters with each state, so that each filter compares consecutive states.
          let (differs, alsoDiffers) = (first(state, turn), second(state, turn))
          return differs || alsoDiffers
        }
      })
  }
}

extension Equating where State: Equatable {
  /// Considers two states equal if `==` returns true.
  ///
  /// The filter retains the whole latest state, so the next change to a large array in that state copies the array.
  @inlinable
  public static var asEquatable: Equating { equal { $0 } }
}
