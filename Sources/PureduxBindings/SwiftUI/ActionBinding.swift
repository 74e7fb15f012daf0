#if canImport(SwiftUI)
  public import SwiftUI

  /// A value of the state, or a function, whose change or call is dispatched as an action.
  ///
  /// Two are equal when their values are; functions are always equal, for they do the same.
  @propertyWrapper
  public struct ActionBinding<Value>: Equatable {
    let value: Value
    private let isEqual: (Value) -> Bool
    /// The value that is entered, or the one of the props.
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

    /// The value that the props were made with; writing it dispatches an action.
    ///
    /// It belongs to no actor: before Swift 6, a structure with such a property would belong to it too.
    public var wrappedValue: Value {
      get { value }
      nonmutating set { set(newValue) }
    }

    /// A binding that dispatches an action when it is written.
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
