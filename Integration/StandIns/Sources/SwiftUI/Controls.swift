/// https://developer.apple.com/documentation/swiftui/toggle
///
/// A tap on its title switches it.
nonisolated public struct Toggle<Label: View>: PrimitiveView {
  let label: Label
  let isOn: Binding<Bool>

  @MainActor public func show(in node: HostNode) {
    let isOn = isOn
    node.action = { isOn.wrappedValue.toggle() }
    node.child(0, label)
  }
}

extension Toggle where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
    label = Text(title)
    self.isOn = isOn
  }
}

/// https://developer.apple.com/documentation/swiftui/stepper
///
/// A tap on its title increments the value.
nonisolated public struct Stepper<Label: View>: PrimitiveView {
  let label: Label
  let increment: @MainActor () -> Void

  @MainActor public func show(in node: HostNode) {
    node.action = increment
    node.child(0, label)
  }
}

extension Stepper where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/stepper/init(_:value:step:oneditingchanged:)
  nonisolated public init<S: StringProtocol, V: Strideable>(
    _ title: S, value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    label = Text(title)
    let stepped = Handed(value: (value: value, step: step))
    increment = { stepped.value.value.wrappedValue = stepped.value.value.wrappedValue.advanced(by: stepped.value.step) }
  }
}

/// https://developer.apple.com/documentation/swiftui/slider
nonisolated public struct Slider: PrimitiveView {
  let set: (Double) -> Void
  let onEditingChanged: (Bool) -> Void

  /// https://developer.apple.com/documentation/swiftui/slider/init(value:in:oneditingchanged:)
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    set = { value.wrappedValue = min(max(V($0), bounds.lowerBound), bounds.upperBound) }
    self.onEditingChanged = onEditingChanged
  }

  @MainActor public func show(in node: HostNode) { node.slider = self }
}

/// https://developer.apple.com/documentation/swiftui/focusstate
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private let state: State<Value>

  /// https://developer.apple.com/documentation/swiftui/focusstate/init()-7kdbd
  ///
  /// With this initializer, a state without an initial value is not a parameter of a view's memberwise initializer.
  public init() where Value == Bool { state = State(wrappedValue: false) }

  /// https://developer.apple.com/documentation/swiftui/focusstate/init()-4dzp8
  public init<T: Hashable>() where Value == T? { state = State(wrappedValue: nil) }

  public var wrappedValue: Value {
    get { state.wrappedValue }
    nonmutating set { state.wrappedValue = newValue }
  }

  public var projectedValue: Binding { Binding(state: state) }

  /// https://developer.apple.com/documentation/swiftui/focusstate/binding
  @propertyWrapper
  public struct Binding {
    fileprivate let state: State<Value>

    public var wrappedValue: Value {
      get { state.wrappedValue }
      nonmutating set { state.wrappedValue = newValue }
    }

    public var projectedValue: Self { self }
  }
}

nonisolated private struct FocusableView<Content: View>: PrimitiveView {
  let content: Content
  let isFocused: () -> Bool
  let focus: () -> Void

  @MainActor func show(in node: HostNode) {
    node.isFocused = isFocused
    node.focus = focus
    node.child(0, content)
  }
}

nonisolated private struct ChangeView<Content: View, Value: Equatable>: PrimitiveView {
  let content: Content
  let value: Value
  let action: (Value, Value) -> Void

  @MainActor func show(in node: HostNode) {
    let last = node.location("last value", value)
    let old = last.value
    if old != value {
      last.value = value
      action(old, value)
    }
    node.child(0, content)
  }
}

nonisolated private struct RefreshableView<Content: View>: PrimitiveView {
  let content: Content
  let action: @Sendable () async -> Void

  @MainActor func show(in node: HostNode) {
    node.refresh = action
    node.child(0, content)
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/focused(_:equals:)
  nonisolated public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    FocusableView(
      content: self, isFocused: { binding.wrappedValue == value }, focus: { binding.wrappedValue = value })
  }

  /// https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-4psgg
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, action: action)
  }

  /// https://developer.apple.com/documentation/swiftui/view/refreshable(action:)
  nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
    RefreshableView(content: self, action: action)
  }
}
