/// The effects that a state requests, as a value.
///
/// A set is written once, beside the state, and works wherever the state is: as the state of a root store, of a child
/// store, or as a part of a larger state. Declare a set as an array literal. The declarations have the names and the
/// parameters of the methods with which effects are attached to a store:
///
/// ```swift
/// let effects: EffectSet<Feed, Feed.Action> = [
///   .effect(\.loading, name: "load", onFailure: { .failed($0) }) { state, dispatch in
///     Effect { dispatch(.loaded(try await fetch(state.page))) }
///   },
///   .effect(onChange: \.text, name: "search") { state, _ in Effect { print(state.text) } },
/// ]
/// store.effects(effects)
/// ```
///
/// A part of the state adds its own effects with `part`, and the elements of a list add theirs with `parts`. The work of
/// a part lasts as long as the part is present: when an optional becomes nil, a case changes, or an element is removed,
/// the work is stopped in the same turn, and its later actions are dropped.
///
/// One observer serves all effects of a store. Effects of stored properties that are declared with a key path cost a few
/// nanoseconds per action while they are idle; other effects call their closure after each action.
public struct EffectSet<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline
  typealias Install = @Sendable (_ unit: EffectUnit, _ offset: Int, _ site: EffectSite<Action>) -> Void

  private var installs: [Install] = []
  /// The name of the first effect, for reports.
  private(set) var name = "effects"
  /// Whether the set contains all effects of a feature.
  @usableFromInline var isWhole = false

  /// Creates a set without effects.
  public init() {}

  @usableFromInline
  init(name: String, _ install: @escaping Install) {
    installs = [install]
    self.name = name
  }

  /// Whether the set declares no effect.
  public var isEmpty: Bool { installs.isEmpty }

  /// Returns the effects of both sets.
  public static func + (first: Self, second: Self) -> Self {
    if first.isEmpty { return second }
    var sum = first
    sum.installs += second.installs
    return sum
  }

  /// This set, as that of a feature.
  @usableFromInline var whole: EffectSet {
    var set = self
    set.isWhole = true
    return set
  }

  /// Adds the effects to the unit of a value that contains the state at `offset`.
  @usableFromInline
  func install(in unit: EffectUnit, at offset: Int, _ site: EffectSite<Action>) {
    for install in installs { install(unit, offset, site) }
  }
}

extension EffectSet: ExpressibleByArrayLiteral {
  /// Creates a set of all effects that the elements declare.
  public init(arrayLiteral sets: EffectSet...) {
    self.init()
    installs = sets.flatMap(\.installs)
    name = sets.first { !$0.isEmpty }?.name ?? name
  }
}

extension Store {
  /// Attaches a set of effects to this store, until the store ends.
  ///
  /// The effects of all sets, and those attached one by one, share one observer. To end the effects earlier, attach them
  /// in a group, whose token ends them.
  ///
  /// ```swift
  /// let effects: EffectSet<Feed, Feed.Action> = [
  ///   .effect(\.loading, name: "load") { state, dispatch in Effect { dispatch(.loaded(try await fetch(state.page))) } }
  /// ]
  /// store.effects(effects)
  /// ```
  ///
  /// - Parameter effects: The effects, usually the `effects` of a ``Feature``.
  /// - Returns: This store, for chaining.
  @discardableResult
  public func effects(_ effects: EffectSet<State, Action>) -> Self { attach(effects) }

  /// Adds the set to the effects that are already attached to this store, or attaches the first ones.
  @usableFromInline
  @discardableResult
  func attach(_ effects: EffectSet<State, Action>) -> Self {
    let store = eraseToAnyStore()
    let install: @Sendable (EffectWalk) -> Void = { [post = RunDispatcher(store).post] walk in
      effects.install(in: walk.unit, at: 0, EffectSite(walk, nil, post: post))
    }
    if EffectHost.present(in: store)?.add(install) == true { return self }
    let host = EffectHost(store, name: effects.name)
    let walk = EffectWalk(host, isWhole: effects.isWhole)
    install(walk)
    let local = TurnLocal(walk)
    // SAFETY: the pointer is used only during the call.
    let observer = store.node.register(skipsPast: true) { state, turn in
      local.with(turn) { walk in walk.update(state) }
      return .active
    }
    host.begin(local, in: store, by: observer)
    return self
  }
}
