/// An enumeration whose cases are values, so that a key path names one: `\.login`.
///
/// Attach `@Cases` to the enumeration, or declare the conformance by hand:
///
/// ```swift
/// extension Loading: CaseAccessible {
///   struct Cases: Sendable {
///     var failed: EnumCase<Loading, String> {
///       EnumCase(embed: { .failed($0) }, extract: { if case .failed(let text) = $0 { text } else { nil } })
///     }
///   }
///   static var cases: Cases { Cases() }
/// }
/// ```
public protocol CaseAccessible {
  /// A structure with one property for each case, named as the case.
  associatedtype Cases

  /// The cases of this enumeration.
  static var cases: Cases { get }
}

extension CaseAccessible {
  /// Returns whether a case is current.
  ///
  /// ```swift
  /// if route.is(\.login) { print("signed out") }
  /// ```
  ///
  /// - Parameter case: The key path of the case.
  public func `is`<Value>(_ case: KeyPath<Cases, EnumCase<Self, Value>>) -> Bool {
    Self.cases[keyPath: `case`].extract(from: self) != nil
  }

  /// Changes the payload of a case in place, if that case is current.
  ///
  /// ```swift
  /// route.modify(\.login) { $0.name = "Ada" }
  /// ```
  ///
  /// - Parameters:
  ///   - case: The key path of the case.
  ///   - change: Changes the payload. It is not called if another case is current.
  /// - Returns: The result of `change`, or nil if another case is current.
  @discardableResult
  public mutating func modify<Value, Result>(
    _ case: KeyPath<Cases, EnumCase<Self, Value>>, _ change: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try Self.cases[keyPath: `case`].modify(&self, change)
  }
}
