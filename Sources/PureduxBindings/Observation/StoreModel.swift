public import Observation

/// A store as an observable object: observers of `model.title` are notified when the title changes.
///
/// In SwiftUI, a view observes the model properties that its `body` reads; elsewhere, use `withObservationTracking`.
///
/// ```swift
/// let model = StoreModel(store)
/// withObservationTracking {
///   print(model.title)
/// } onChange: {
///   print("the title has changed")
/// }
/// ```
///
/// Reading a property returns its current value, even if observers have not been notified of the latest change yet.
/// Observers of a changed part are notified in a later turn of the main actor. A part that is not `Equatable` is
/// treated as changed whenever the state changes. The model retains the store. After an `Equatable` part is read, the
/// model retains a copy of the part until the part changes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@dynamicMemberLookup
public final class StoreModel<State: Sendable, Action: Sendable>: Observable {
  /// The store that the model observes.
  public let store: StateStore<State, Action>
  private var parts: [AnyKeyPath: ObservedPart<State>] = [:]
  private var subscription: StoreSubscription?

  /// Creates a model that observes and retains a store.
  ///
  /// - Parameter store: The store whose state the model exposes.
  public init(_ store: some Store<State, Action>) {
    self.store = store.eraseToAnyStore()
    subscription = store.bind(at: .object(Self.self), .immediate, props: { state, _ in state }) {
      [weak self] state, _ in
      self?.invalidateParts(changedIn: state)
    }
  }

  /// The whole state. Observers of the whole state are notified of every change.
  public var state: State {
    let state = store.state
    access(\State.self, parts[\State.self] ?? ObservedPart())
    return state
  }

  /// An `Equatable` part of the state. Observers of the part are notified when the part changes.
  public subscript<Part: Equatable>(dynamicMember part: KeyPath<State, Part>) -> Part {
    let value = store.withState { $0[keyPath: part] }
    let observed = parts[part] ?? ComparedPart(part, value)
    if let compared = observed as? ComparedPart<State, Part>, compared.value != value { compared.isOutdated = true }
    access(part, observed)
    return value
  }

  /// A part of the state that is not `Equatable`. Observers of the part are notified of every change to the state.
  @_disfavoredOverload
  public subscript<Part>(dynamicMember part: KeyPath<State, Part>) -> Part {
    let value = store.withState { $0[keyPath: part] }
    access(part, parts[part] ?? ObservedPart())
    return value
  }

  /// Dispatches an action to the store without waiting for the action to be reduced.
  public func dispatch(_ action: Action) { store.dispatch(action) }

  /// The number of observed parts.
  var partCount: Int { parts.count }

  private func access(_ path: AnyKeyPath, _ part: ObservedPart<State>) {
    parts[path] = part
    part.access()
  }

  private func invalidateParts(changedIn state: State) {
    let changed = parts.filter { $0.value.isChanged(in: state) }
    // Observation notifies an observer only once, so a part is not compared again until it is read again.
    for path in changed.keys { parts[path] = nil }
    for part in changed.values { part.invalidate() }
  }
}

/// A part of the state that has not changed since it was read. A part that is not `Equatable` is treated as changed
/// whenever the state changes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
class ObservedPart<State>: Observable {
  private let registrar = ObservationRegistrar()
  /// A placeholder whose key path is passed to the observation registrar.
  private var observed: Void { () }

  func isChanged(in state: State) -> Bool { true }

  func access() { registrar.access(self, keyPath: \.observed) }

  func invalidate() { registrar.withMutation(of: self, keyPath: \.observed) {} }
}

/// An observed part whose values can be compared.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ComparedPart<State, Part: Equatable>: ObservedPart<State> {
  /// The part's value when this object was created.
  let value: Part
  /// Whether a later read returned a different value. If so, some observers display an outdated value, even if the
  /// current value equals `value`.
  var isOutdated = false
  private let path: KeyPath<State, Part>

  init(_ path: KeyPath<State, Part>, _ value: Part) {
    self.path = path
    self.value = value
  }

  override func isChanged(in state: State) -> Bool { isOutdated || state[keyPath: path] != value }
}

/// Notifies the views of a field that bindings read and write.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class FieldObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  /// A placeholder whose key path is passed to the observation registrar.
  private var observed: Void { () }

  func access() { registrar.access(self, keyPath: \.observed) }

  func invalidate() { registrar.withMutation(of: self, keyPath: \.observed) {} }
}
