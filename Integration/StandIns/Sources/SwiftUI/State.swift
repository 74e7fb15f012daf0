/// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {
  @MainActor @preconcurrency mutating func update()
}

extension DynamicProperty {
  @MainActor @preconcurrency public mutating func update() {}
}

/// A property that the host connects with the data that it stores for a view.
@MainActor
protocol LinkedProperty {
  func link(to node: HostNode, as name: String)
}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper
public struct State<Value>: DynamicProperty {
  @MainActor
  final class Link {
    var location: StateLocation<Value>?
    nonisolated init() {}
  }

  // SAFETY: SwiftUI permits a state to be created and copied anywhere; it is accessed only on the main actor.
  nonisolated(unsafe) private let initial: Value
  let link = Link()

  public init(wrappedValue value: Value) { initial = value }
  public init(initialValue value: Value) { initial = value }

  /// Call it on the main actor. It is nonisolated, like SwiftUI's.
  public var wrappedValue: Value {
    get {
      let state = Handed(value: self)
      return MainActor.assumeIsolated { Handed(value: state.value.link.location?.value ?? state.value.initial) }.value
    }
    nonmutating set {
      let written = Handed(value: (state: self, value: newValue))
      MainActor.assumeIsolated { written.value.state.link.location?.value = written.value.value }
    }
  }

  public var projectedValue: Binding<Value> {
    let state = Handed(value: self)
    return Binding(
      get: { state.value.wrappedValue },
      set: { state.value.wrappedValue = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: LinkedProperty {
  func link(to node: HostNode, as name: String) { link.location = node.location(name, initial) }
}

/// The host's storage of a state.
@MainActor
final class StateLocation<Value> {
  private weak var host: ViewHost?
  var value: Value { didSet { host?.setNeedsUpdate() } }

  init(_ value: Value, host: ViewHost?) {
    self.value = value
    self.host = host
  }
}
