#if canImport(SwiftUI)
  public import SwiftUI

  /// A value of the state, or a function, whose change or call is dispatched as an action.
  ///
  /// Two bindings are equal if their values are; functions are always equal, because they behave the same.
  @propertyWrapper
  public struct ActionBinding<Value>: Equatable {
    let value: Value
    private let isEqual: (Value) -> Bool
    /// The entered value, or else the value of the props.
    private let get: () -> Value
    let set: (Value) -> Void

    init(
      _ value: Value, isEqual: @escaping (Value) -> Bool, get: (() -> Value)? = nil, set: @escaping (Value) -> Void
    ) {
      self.value = value
      self.isEqual = isEqual
      self.get = get ?? { value }
      self.set = set
    }

    /// The value of the props. Setting it dispatches an action.
    ///
    /// The property is nonisolated: before Swift 6, an actor isolation would extend to each structure with such a
    /// property.
    public var wrappedValue: Value {
      get { value }
      nonmutating set { set(newValue) }
    }

    /// A binding whose setter dispatches an action.
    @MainActor
    public var projectedValue: Binding<Value> {
      let binding = UncheckedTransfer(value: self)
      return Binding(
        get: { binding.value.get() },
        set: { @MainActor value in binding.value.set(value) })
    }

    public static func == (one: ActionBinding, other: ActionBinding) -> Bool { one.isEqual(other.value) }
  }
#endif
