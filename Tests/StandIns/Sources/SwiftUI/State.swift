/// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {
  @MainActor @preconcurrency mutating func update()
}

extension DynamicProperty {
  @MainActor @preconcurrency public mutating func update() {}
}

/// A property that the host connects with what it keeps for a view.
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

  // SAFETY: SwiftUI allows a state to be made and copied anywhere; it is reached on the main actor only.
  nonisolated(unsafe) private let initial: Value
  let link = Link()

  public init(wrappedValue value: Value) { initial = value }
  public init(initialValue value: Value) { initial = value }

  @MainActor
  public var wrappedValue: Value {
    get { link.location?.value ?? initial }
    nonmutating set { link.location?.value = newValue }
  }

  @MainActor
  public var projectedValue: Binding<Value> {
    let link = HandedState(link: link, initial: initial)
    return Binding(
      get: {
        MainActor.assumeIsolated { HandedState(link: link.link, initial: link.link.location?.value ?? link.initial) }
          .initial
      },
      set: { value in
        let value = HandedState(link: link.link, initial: value)
        MainActor.assumeIsolated { value.link.location?.value = value.initial }
      })
  }
}

/// SAFETY: goes no further than the main actor.
private struct HandedState<Value>: @unchecked Sendable {
  let link: State<Value>.Link
  let initial: Value
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: LinkedProperty {
  func link(to node: HostNode, as name: String) { link.location = node.location(name, initial) }
}

/// Where a host keeps a state.
@MainActor
final class StateLocation<Value> {
  private weak var host: ViewHost?
  var value: Value { didSet { host?.setNeedsUpdate() } }

  init(_ value: Value, host: ViewHost?) {
    self.value = value
    self.host = host
  }
}

/// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: @isolated(any) @Sendable () -> Value
  private let set: @isolated(any) @Sendable (Value) -> Void
  private let read: () -> Value
  private let write: (Value) -> Void

  /// https://developer.apple.com/documentation/swiftui/binding/init(get:set:)
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
    // Called on the main actor, as SwiftUI does: what is isolated to it runs at once.
    read = unsafeBitCast(get, to: (() -> Value).self)
    write = unsafeBitCast(set, to: ((Value) -> Void).self)
    // SwiftUI asks for the value when the binding is made, so what `body` reads in it is observed.
    _ = read()
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    let path = HandedPath(binding: self, path: keyPath)
    return Binding<Subject>(
      get: { path.binding.wrappedValue[keyPath: path.path] },
      set: { path.binding.wrappedValue[keyPath: path.path] = $0 })
  }

  /// https://developer.apple.com/documentation/swiftui/binding/constant(_:)
  public static func constant(_ value: Value) -> Binding<Value> {
    let value = HandedValue(value: value)
    return Binding(get: { value.value }, set: { _ in })
  }
}

/// SAFETY: goes no further than the main actor.
private struct HandedPath<Value, Part>: @unchecked Sendable {
  let binding: Binding<Value>
  let path: WritableKeyPath<Value, Part>
}

/// SAFETY: goes no further than the main actor.
private struct HandedValue<Value>: @unchecked Sendable {
  let value: Value
}
