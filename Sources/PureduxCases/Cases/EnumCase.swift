/// One case of an enumeration as a value: makes the enumeration from a payload, and returns the payload from it.
///
/// `@Cases` declares one for each case. By hand:
///
/// ```swift
/// let failed = EnumCase<Loading, String>(
///   embed: { .failed($0) },
///   extract: { loading in if case .failed(let text) = loading { text } else { nil } },
///   placeholder: { .idle })
/// let text = failed.extract(from: .failed("offline"))
/// ```
///
/// The payload of a case without one is `Void`, and that of a case with several values is a tuple.
public struct EnumCase<Whole, Value>: Sendable {
  let embedValue: @Sendable (Value) -> Whole
  let extractValue: @Sendable (Whole) -> Value?
  private let placeholder: (@Sendable () -> Whole)?

  /// Creates the value of a case.
  ///
  /// - Parameters:
  ///   - embed: Makes the enumeration from a payload.
  ///   - extract: Returns the payload if this case is current, or else nil.
  ///   - placeholder: Makes another case, which the enumeration has while `modify` changes the payload. With it an array
  ///     in the payload is changed in place; without it the array is copied.
  public init(
    embed: @escaping @Sendable (Value) -> Whole,
    extract: @escaping @Sendable (Whole) -> Value?,
    placeholder: (@Sendable () -> Whole)? = nil
  ) {
    embedValue = embed
    extractValue = extract
    self.placeholder = placeholder
  }

  /// Returns the enumeration with this case and a payload.
  ///
  /// - Parameter value: The payload.
  public func embed(_ value: Value) -> Whole { embedValue(value) }

  /// Returns the payload if this case is current, or else nil.
  ///
  /// - Parameter whole: The enumeration.
  public func extract(from whole: Whole) -> Value? { extractValue(whole) }

  /// Changes the payload if this case is current, or else returns nil without calling `change`.
  ///
  /// - Parameters:
  ///   - whole: The enumeration.
  ///   - change: Changes the payload. If it throws, its changes up to there remain.
  /// - Returns: The result of `change`.
  public func modify<Result>(_ whole: inout Whole, _ change: (inout Value) throws -> Result) rethrows -> Result? {
    guard var value = extractValue(whole) else { return nil }
    // The payload is then referenced once, so that an array in it need not be copied.
    if let placeholder { whole = placeholder() }
    defer { whole = embedValue(value) }
    return try change(&value)
  }
}
