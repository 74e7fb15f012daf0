public import Observation

/// A store as an observable object: `model.title` reads a part of the state, and whoever observes what it reads
/// is invalidated when that part has changed, and by nothing else.
///
/// Reading gives the current state, which may be newer than the last invalidation; what changed since is
/// invalidated in the next turn of the main actor. The model keeps the store alive, and of its state only the
/// parts that were read since they were last invalidated.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@dynamicMemberLookup
public final class StoreModel<State: Sendable, Action: Sendable>: Observable {
  /// The store, for what the model has no word for.
  public let store: AnyStore<State, Action>
  private var parts: [AnyKeyPath: ObservedPart<State>] = [:]
  private var subscription: StoreSubscription?

  /// Observes a store, and keeps it alive.
  public init(_ store: some Store<State, Action>) {
    self.store = store.eraseToAnyStore()
    subscription = store.bind(UpdateSettings(), props: { state, _ in state }) { [weak self] state, _ in
      self?.invalidateParts(changedIn: state)
    }
  }

  /// The whole state. Whoever reads it is invalidated by every change.
  public var state: State {
    let state = store.state
    access(\State.self, parts[\State.self] ?? ObservedPart())
    return state
  }

  public subscript<Part: Equatable>(dynamicMember part: KeyPath<State, Part>) -> Part {
    let value = store.withState { $0[keyPath: part] }
    let observed = parts[part] ?? ComparedPart(part, value)
    if let compared = observed as? ComparedPart<State, Part>, compared.value != value { compared.isOutdated = true }
    access(part, observed)
    return value
  }

  /// A part that cannot be compared. Whoever reads it is invalidated by every change.
  @_disfavoredOverload
  public subscript<Part>(dynamicMember part: KeyPath<State, Part>) -> Part {
    let value = store.withState { $0[keyPath: part] }
    access(part, parts[part] ?? ObservedPart())
    return value
  }

  /// Dispatches an action to the store.
  public func dispatch(_ action: Action) { store.dispatch(action) }

  /// How many parts are observed.
  var partCount: Int { parts.count }

  private func access(_ path: AnyKeyPath, _ part: ObservedPart<State>) {
    parts[path] = part
    part.access()
  }

  private func invalidateParts(changedIn state: State) {
    let changed = parts.filter { $0.value.isChanged(in: state) }
    // Observers hear of a change once, so a part that nobody reads again is not compared again.
    for path in changed.keys { parts[path] = nil }
    for part in changed.values { part.invalidate() }
  }
}

/// One part of a state, from its first reading to its change. Where it cannot be compared, every change is its own.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private class ObservedPart<State>: Observable {
  private let registrar = ObservationRegistrar()
  /// Stands for the value, which the store keeps.
  private var observed: Void { () }

  func isChanged(in state: State) -> Bool { true }

  func access() { registrar.access(self, keyPath: \.observed) }

  func invalidate() { registrar.withMutation(of: self, keyPath: \.observed) {} }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private final class ComparedPart<State, Part: Equatable>: ObservedPart<State> {
  /// What was read first.
  let value: Part
  /// Whether another value was read since. Whatever the state is then, one of the readers shows another.
  var isOutdated = false
  private let path: KeyPath<State, Part>

  init(_ path: KeyPath<State, Part>, _ value: Part) {
    self.path = path
    self.value = value
  }

  override func isChanged(in state: State) -> Bool { isOutdated || state[keyPath: path] != value }
}
