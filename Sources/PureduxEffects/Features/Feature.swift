/// A state that declares its actions and the effects that it requests.
///
/// A feature is a value, and composes like one. Its reducer is a mutating method that its owner calls; a feature that
/// changes a part of its parent takes that part as another `inout` parameter, and tells its parent something by returning
/// it. Its effects are lifted by its parent's declarations `part` and `parts`.
///
/// ```swift
/// struct Ticker: Feature, Identifiable {
///   enum Action: Sendable { case tick }
///   let id: Int
///   var count = 0
///   mutating func reduce(_ action: Action) { count += 1 }
///   static let effects: Effects = [
///     .effect(whilePresent: "clock") { _, dispatch in
///       Effect {
///         while true {
///           try await StoreContext.current.clock.sleep(.seconds(1))
///           dispatch(.tick)
///         }
///       }
///     }
///   ]
/// }
///
/// struct Board: Feature {
///   enum Action: Sendable { case main(Ticker.Action), sheet(Ticker.Action) }
///   var main = Ticker(id: 0)
///   var sheet: Ticker?
///   mutating func reduce(_ action: Action) {
///     switch action {
///     case .main(let action): main.reduce(action)
///     case .sheet(let action): sheet?.reduce(action)
///     }
///   }
///   static let effects: Effects = [.part(\.main, Action.main), .part(\.sheet, Action.sheet)]
/// }
///
/// let board = StateStore(feature: Board()) { $0.reduce($1) }
/// ```
///
/// A feature need not know where it is: it may be the state of a root store, of a child store, or a part of a state, at
/// any depth. Use a feature in one of these positions at a time. In a debug build, a feature that no `part` names is
/// reported, because its work would never run.
public protocol Feature: Sendable {
  /// The actions that the feature reduces.
  associatedtype Action: Sendable
  /// The type of the feature's effects.
  typealias Effects = EffectSet<Self, Action>

  /// The effects that a value of this type requests; by default, none.
  static var effects: EffectSet<Self, Action> { get }
}

extension Feature {
  public static var effects: EffectSet<Self, Action> { EffectSet() }
}

extension StateStore {
  /// Creates the root store of a feature, with the feature's effects.
  ///
  /// ```swift
  /// struct Counter: Feature {
  ///   enum Action: Sendable { case add(Int) }
  ///   var count = 0
  ///   mutating func reduce(_ action: Action) { if case .add(let number) = action { count += number } }
  /// }
  /// let counter = StateStore(feature: Counter()) { $0.reduce($1) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state until the first action is reduced.
  ///   - name: The name of the store in events and reports.
  ///   - runner: The runner of the reducer; by default, the store's own background queue.
  ///   - reducer: Changes the state in place; usually calls the feature's `reduce` method.
  @inlinable
  public init<Runner: StoreRunner>(
    feature state: State, named name: String? = nil, runner: Runner = QueueRunner(),
    reducer: @escaping Reducer<State, State.Action>
  ) where State: Feature, Action == State.Action {
    self.init(state, named: name, runner: runner, reducer: reducer)
    effects(State.effects.whole)
  }

  /// Creates a child store for a feature, with the feature's effects.
  ///
  /// The child's state is a pair of this store's state and the feature. The child accepts the feature's actions, which
  /// reach this store after `embed` has converted them.
  ///
  /// - Parameters:
  ///   - state: The feature until the first action is reduced.
  ///   - embed: Converts an action of the feature to an action of this store.
  ///   - name: The name of the child store in events and reports.
  ///   - reducer: Changes the feature in place.
  @inlinable
  public func with<Local: Feature>(
    feature state: Local, _ embed: @escaping @Sendable (_ action: Local.Action) -> Action, named name: String? = nil,
    reducer: @escaping Reducer<Local, Local.Action>
  ) -> StateStore<(State, Local), Local.Action> {
    let child = map(actions: embed).with(state, named: name, reducer: reducer)
    return child.effects(EffectSet(local: Local.effects))
  }
}
