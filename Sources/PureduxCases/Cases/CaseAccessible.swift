public import PureduxCore

/// An enumeration whose cases can be referred to by key path, for example `\.login`.
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
  /// A structure with one property for each case, named after the case.
  associatedtype Cases

  /// The cases of this enumeration.
  static var cases: Cases { get }
}

extension CaseAccessible {
  /// Returns whether this value is of the given case.
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
  ///   - change: Changes the payload. The closure is not called if another case is current.
  /// - Returns: The result of `change`, or nil if another case is current.
  @discardableResult
  public mutating func modify<Value, Result>(
    _ case: KeyPath<Cases, EnumCase<Self, Value>>, _ change: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try Self.cases[keyPath: `case`].modify(&self, change)
  }
}

/// A case of an enumeration, as a value that embeds and extracts the payload.
///
/// `@Cases` declares an `EnumCase` for each case. You can also create an `EnumCase` by hand:
///
/// ```swift
/// let failed = EnumCase<Loading, String>(
///   embed: { .failed($0) },
///   extract: { loading in if case .failed(let text) = loading { text } else { nil } },
///   placeholder: { .idle })
/// let text = failed.extract(from: .failed("offline"))
/// ```
///
/// The payload of a case without associated values is `Void`; the payload of a case with several values is a tuple.
public struct EnumCase<Whole, Value>: Sendable {
  let embedValue: @Sendable (Value) -> Whole
  let extractValue: @Sendable (Whole) -> Value?
  private let placeholder: (@Sendable () -> Whole)?

  /// Creates an `EnumCase` from closures that embed and extract the payload.
  ///
  /// - Parameters:
  ///   - embed: Creates an enumeration value from a payload.
  ///   - extract: Returns the payload if this case is current, otherwise nil.
  ///   - placeholder: Creates a value of another case, which temporarily replaces the enumeration value while `modify`
  ///     changes the payload. With a placeholder, an array in the payload is changed in place; without a placeholder,
  ///     the array is copied.
  public init(
    embed: @escaping @Sendable (Value) -> Whole,
    extract: @escaping @Sendable (Whole) -> Value?,
    placeholder: (@Sendable () -> Whole)? = nil
  ) {
    embedValue = embed
    extractValue = extract
    self.placeholder = placeholder
  }

  /// Returns an enumeration value of this case with the given payload.
  ///
  /// - Parameter value: The payload.
  public func embed(_ value: Value) -> Whole { embedValue(value) }

  /// Returns the payload if `whole` is of this case, otherwise nil.
  ///
  /// - Parameter whole: The enumeration value.
  public func extract(from whole: Whole) -> Value? { extractValue(whole) }

  /// Changes the payload if `whole` is of this case; otherwise, returns nil without calling `change`.
  ///
  /// - Parameters:
  ///   - whole: The enumeration value.
  ///   - change: Changes the payload. If the closure throws, the changes made so far are kept.
  /// - Returns: The result of `change`.
  public func modify<Result>(_ whole: inout Whole, _ change: (inout Value) throws -> Result) rethrows -> Result? {
    guard var value = extractValue(whole) else { return nil }
    // While `whole` contains the placeholder, `value` is the only reference to the payload, so an array in the payload
    // is not copied.
    if let placeholder { whole = placeholder() }
    defer { whole = embedValue(value) }
    return try change(&value)
  }
}

extension StateStore {
  /// Returns a store whose actions are the payloads of one case of this store's actions.
  ///
  /// ```swift
  /// let login = store.map(actions: \.login)
  /// login.dispatch(.setName("Ada"))
  /// ```
  ///
  /// The returned store has the same state as this store. Each payload is embedded in an action of this store; the
  /// reducers of this store and its ancestors receive that action.
  ///
  /// - Parameter case: The key path of a case of this store's actions.
  public func map<Part: Sendable>(
    actions case: KeyPath<Action.Cases, EnumCase<Action, Part>>
  ) -> StateStore<State, Part> where Action: CaseAccessible {
    map(actions: Action.cases[keyPath: `case`].embedValue)
  }
}

/// Declares a property and a key path for each case of an enumeration.
///
/// ```swift
/// @Cases enum Screen: Sendable {
///   case list
///   case item(id: Int)
/// }
///
/// func title(of screen: Screen) -> String { screen.item.map { "Item \($0)" } ?? "List" }
/// ```
///
/// For each case, the macro declares a property that returns the payload, or nil while another case is current. Setting
/// the property replaces the payload. Setting nil, or setting the property while another case is current, has no
/// effect. The macro also declares the conformance to ``CaseAccessible``, so that `screen.is(\.item)`,
/// `lifted(toCase:extracting:)` and `map(actions:)` accept the key path of a case. The declarations have the access
/// level of the enumeration.
///
/// The enumeration may be isolated to a global actor; the generated declarations are nonisolated. The macro reports an
/// error for a case inside `#if`, and for two cases with the same base name.
@attached(member, names: named(Cases), named(cases), arbitrary)
@attached(extension, conformances: CaseAccessible)
public macro Cases() = #externalMacro(module: "PureduxMacros", type: "CasesMacro")
