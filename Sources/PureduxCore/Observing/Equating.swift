/// Defines when two consecutive states are equal for an observer, which is then not called again.
///
/// A filter retains only the compared values, not the whole state. The exceptions are `init(predicate:)` and
/// `asEquatable`, which compare whole states.
///
/// ```swift
/// let equating: Equating<Counter> = .equal { $0.title } && .equal { $0.count }
/// let subscription = store.subscribe(removeDuplicates: equating) { print($0) }
/// ```
public struct Equating<State: Sendable>: Sendable {
  /// Returns whether a state differs from the previous state; always true for the first state.
  @usableFromInline package typealias Filter = Registration<State>.Filter

  @usableFromInline let compare: @Sendable (State, State) -> Bool
  @usableFromInline package let makeFilter: @Sendable () -> Filter

  @usableFromInline
  init(compare: @escaping @Sendable (State, State) -> Bool, makeFilter: @escaping @Sendable () -> Filter) {
    self.compare = compare
    self.makeFilter = makeFilter
  }

  /// Whether the compared values of two states are equal.
  public func callAsFunction(_ one: State, _ other: State) -> Bool { compare(one, other) }

  /// Considers two states equal if `predicate` returns true.
  ///
  /// The filter retains the latest state as a whole, so the next change of a large array in that state copies the
  /// array.
  @inlinable
  public init(predicate: @escaping @Sendable (_ one: State, _ other: State) -> Bool) {
    self.init(keeping: { $0 }, comparing: predicate)
  }

  /// Compares the results of `part`, and retains only these results.
  @inlinable
  @inline(__always)
  init<Part: Sendable>(
    keeping part: @escaping @Sendable (State) -> Part, comparing areEqual: @escaping @Sendable (Part, Part) -> Bool
  ) {
    self.init(
      compare: { areEqual(part($0), part($1)) },
      makeFilter: {
        let latest = TurnLocal<Part?>(nil)
        return { state, turn in latest.isReplaced(by: part(state), turn, unless: areEqual) }
      })
  }
}

extension TurnLocal {
  /// Stores a value, unless it is equal to the stored value. Returns whether the values differed.
  @inlinable
  @inline(__always)
  func isReplaced<Wrapped>(
    by new: Wrapped, _ turn: borrowing Turn, unless areEqual: (Wrapped, Wrapped) -> Bool
  ) -> Bool where Value == Wrapped? {
    with(turn) { latest in
      if let old = latest, areEqual(old, new) { return false }
      latest = new
      return true
    }
  }
}

extension Equating {
  /// No two states are equal: the observer is called for each turn.
  public static var neverEqual: Equating {
    Equating(compare: { _, _ in false }, makeFilter: { { _, _ in true } })
  }

  /// All states are equal: the observer is called only with the first.
  public static var alwaysEqual: Equating { Equating(keeping: { _ in () }, comparing: { _, _ in true }) }

  /// Two states are equal if the results of `part` are equal.
  ///
  /// The filter retains only that part.
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
        let latest = TurnLocal<Part?>(nil)
        return { state, turn in latest.isReplaced(by: part(state), turn) { $0 == $1 } }
      })
  }

  /// Two states are equal if the part at the key path is equal. Passing a closure to `equal(_:)` is faster.
  @inlinable
  public static func keyPath<Part: Equatable & Sendable>(_ part: any KeyPath<State, Part> & Sendable) -> Equating {
    equal { $0[keyPath: part] }
  }

  /// Two states are equal if they are equal by both rules.
  @inlinable
  @inline(__always)
  public static func && (one: Equating, other: Equating) -> Equating {
    Equating(
      compare: { one.compare($0, $1) && other.compare($0, $1) },
      makeFilter: {
        let (first, second) = (one.makeFilter(), other.makeFilter())
        return { state, turn in
          // Both filters receive each state, so that each filter compares it with the previous state.
          let (differs, alsoDiffers) = (first(state, turn), second(state, turn))
          return differs || alsoDiffers
        }
      })
  }
}

extension Equating where State: Equatable {
  /// Two states are equal if `==` returns true.
  ///
  /// The filter retains the latest state as a whole, so the next change of a large array in that state copies the
  /// array.
  @inlinable
  public static var asEquatable: Equating { equal { $0 } }
}
