/// https://developer.apple.com/documentation/swiftui/environmentkey
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get {
      // A cast of a missing value would make a value of an optional type, nil, instead of the default.
      guard let value = values[ObjectIdentifier(key)] else { return K.defaultValue }
      return value as? K.Value ?? K.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  @MainActor
  final class Link {
    var values = EnvironmentValues()
    nonisolated init() {}
  }

  // SAFETY: the key path is only read.
  nonisolated(unsafe) private let keyPath: KeyPath<EnvironmentValues, Value>
  let link = Link()

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// Call it on the main actor. It is nonisolated, like SwiftUI's.
  public var wrappedValue: Value {
    let read = Handed(value: self)
    return MainActor.assumeIsolated { Handed(value: read.value.link.values[keyPath: read.value.keyPath]) }.value
  }
}

extension Environment: LinkedProperty {
  func link(to node: HostNode, as name: String) { link.values = node.environment }
}

nonisolated struct EnvironmentView<Content: View, Value>: PrimitiveView {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  @MainActor func show(in node: HostNode) {
    change(&node.environment)
    node.child(0, content)
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/environment(_:_:)
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    EnvironmentView<Self, V>(content: self) { $0[keyPath: keyPath] = value }
  }

  /// https://developer.apple.com/documentation/swiftui/view/transformenvironment(_:transform:)
  nonisolated public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View {
    EnvironmentView<Self, V>(content: self) { transform(&$0[keyPath: keyPath]) }
  }
}
