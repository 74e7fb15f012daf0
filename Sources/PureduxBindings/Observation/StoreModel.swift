public import Observation

/// A store as an observable object: whoever reads `model.title` is told when the title changes, and of nothing else.
///
/// Use it in SwiftUI views, which observe what they read in `body`, or with `withObservationTracking` anywhere.
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
/// Reading gives the current state, which may be newer than the last notification. The observers of a part that
/// changed are notified in the next turn of the main actor. A part that is not `Equatable` counts as changed by every
/// action. The model keeps the store alive, and of its state only the parts that were read since they last changed.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@dynamicMemberLookup
public final class StoreModel<State: Sendable, Action: Sendable>: Observable {
  /// The store that the model observes.
  public let store: AnyStore<State, Action>
  private var parts: [AnyKeyPath: ObservedPart<State>] = [:]
  private var subscription: StoreSubscription?

  /// Observes a store, and keeps it alive.
  ///
  /// - Parameter store: the store whose state is read through the model.
  public init(_ store: some Store<State, Action>) {
    self.store = store.eraseToAnyStore()
    subscription = store.bind(at: .object(Self.self), .immediate, props: { state, _ in state }) {
      [weak self] state, _ in
      self?.invalidateParts(changedIn: state)
    }
  }

  /// The whole state. Its observers are notified of every change.
  public var state: State {
    let state = store.state
    access(\State.self, parts[\State.self] ?? ObservedPart())
    return state
  }

  /// A part of the state. Its observers are notified when the part has changed.
  public subscript<Part: Equatable>(dynamicMember part: KeyPath<State, Part>) -> Part {
    let value = store.withState { $0[keyPath: part] }
    let observed = parts[part] ?? ComparedPart(part, value)
    if let compared = observed as? ComparedPart<State, Part>, compared.value != value { compared.isOutdated = true }
    access(part, observed)
    return value
  }

  /// A part that cannot be compared. Its observers are notified of every change.
  @_disfavoredOverload
  public subscript<Part>(dynamicMember part: KeyPath<State, Part>) -> Part {
    let value = store.withState { $0[keyPath: part] }
    access(part, parts[part] ?? ObservedPart())
    return value
  }

  /// Dispatches an action to the store, and returns at once.
  public func dispatch(_ action: Action) { store.dispatch(action) }

  /// How many parts are observed.
  var partCount: Int { parts.count }

  private func access(_ path: AnyKeyPath, _ part: ObservedPart<State>) {
    parts[path] = part
    part.access()
  }

  private func invalidateParts(changedIn state: State) {
    let changed = parts.filter { $0.value.isChanged(in: state) }
    // Observers are notified once, so a part that nobody reads again is not compared again.
    for path in changed.keys { parts[path] = nil }
    for part in changed.values { part.invalidate() }
  }
}

/// A part of a state that was read, until it changes. A part that cannot be compared changes with every state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
class ObservedPart<State>: Observable {
  private let registrar = ObservationRegistrar()
  /// Stands for the value, which is in the store.
  private var observed: Void { () }

  func isChanged(in state: State) -> Bool { true }

  func access() { registrar.access(self, keyPath: \.observed) }

  func invalidate() { registrar.withMutation(of: self, keyPath: \.observed) {} }
}

/// A part of a state that was read and can be compared, until it changes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ComparedPart<State, Part: Equatable>: ObservedPart<State> {
  /// The value that was read first.
  let value: Part
  /// Whether another value was read since. Then one of the readers shows an old value, whatever the state is.
  var isOutdated = false
  private let path: KeyPath<State, Part>

  init(_ path: KeyPath<State, Part>, _ value: Part) {
    self.path = path
    self.value = value
  }

  override func isChanged(in state: State) -> Bool { isOutdated || state[keyPath: path] != value }
}

/// Tells those who read a field when its edits are reduced, for the state may have another value then.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class EditObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  /// Stands for the value, which is in the store.
  private var edited: Void { () }

  /// A few for all fields, so that none has to be forgotten: a view is told of another field's edit now and then.
  private static let all = (0..<64).map { _ in EditObservation() }

  static func of(_ field: some Hashable) -> EditObservation { all[abs(field.hashValue % all.count)] }

  func access() { registrar.access(self, keyPath: \.edited) }

  func invalidate() { registrar.withMutation(of: self, keyPath: \.edited) {} }
}
