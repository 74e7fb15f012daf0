/// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  /// https://developer.apple.com/documentation/swiftui/binding/transaction
  public var transaction = Transaction()

  private let get: @isolated(any) @Sendable () -> Value
  private let set: @isolated(any) @Sendable (Value, Transaction) -> Void

  /// https://developer.apple.com/documentation/swiftui/binding/init(get:set:)-7ufcp
  @preconcurrency
  public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    let set = calledWhereItIs(set)
    self.init(get: get) { value, _ in set.value(value) }
  }

  /// https://developer.apple.com/documentation/swiftui/binding/init(get:set:)-6eqfk
  @preconcurrency
  public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
  ) {
    self.get = get
    self.set = set
    // SwiftUI reads the value when the binding is created, so `body` observes the state that the getter reads.
    _ = wrappedValue
  }

  public var wrappedValue: Value {
    get { calledWhereItIs(get).value() }
    nonmutating set { calledWhereItIs(set).value(newValue, transaction) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    let path = Handed(value: (binding: self, path: keyPath))
    return Binding<Subject>(
      get: { path.value.binding.wrappedValue[keyPath: path.value.path] },
      set: { path.value.binding.wrappedValue[keyPath: path.value.path] = $0 })
  }

  /// https://developer.apple.com/documentation/swiftui/binding/transaction(_:)
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    var binding = self
    binding.transaction = transaction
    return binding
  }

  /// https://developer.apple.com/documentation/swiftui/binding/constant(_:)
  public static func constant(_ value: Value) -> Binding<Value> {
    let value = Handed(value: value)
    return Binding(get: { value.value }, set: { _ in })
  }
}

// A binding calls its functions synchronously, so they must be called on their own actor: a binding whose functions are
// isolated to the main actor is read and written there.

private func calledWhereItIs<Value>(_ get: @escaping @isolated(any) @Sendable () -> Value) -> Handed<() -> Value> {
  // SAFETY: it is the same function; its isolation is passed in addition, and is not used.
  Handed(value: unsafeBitCast(get, to: (() -> Value).self))
}

private func calledWhereItIs<Value>(
  _ set: @escaping @isolated(any) @Sendable (Value) -> Void
) -> Handed<(Value) -> Void> {
  // SAFETY: it is the same function; its isolation is passed in addition, and is not used.
  Handed(value: unsafeBitCast(set, to: ((Value) -> Void).self))
}

private func calledWhereItIs<Value>(
  _ set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
) -> Handed<(Value, Transaction) -> Void> {
  // SAFETY: it is the same function; its isolation is passed in addition, and is not used.
  Handed(value: unsafeBitCast(set, to: ((Value, Transaction) -> Void).self))
}
