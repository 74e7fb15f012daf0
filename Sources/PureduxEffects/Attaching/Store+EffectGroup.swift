extension Store {
  /// Attaches effects that end together, when the returned token is cancelled or released.
  ///
  /// All effects that are attached while `attach` runs belong to the group. For work that goes on only while something
  /// is shown: its effects are stopped, and their actions no longer reach a reducer. They end with the store at the
  /// latest.
  ///
  /// ```swift
  /// let whileVisible = store.effects { store in
  ///   store.effect(onChange: \.text, name: "suggest") { state, _ in Effect { print(state.text) } }
  /// }
  /// whileVisible.cancel()
  /// ```
  ///
  /// - Parameter attach: is called at once with this store.
  /// - Returns: the token that ends the group. Keep it: without it the effects end at once.
  public func effects(_ attach: (Self) -> Void) -> StoreSubscription {
    let group = EffectGroup()
    EffectGroup.$current.withValue(group) { attach(self) }
    group.complete()
    return StoreSubscription(group)
  }

  /// Asks again for the effects of this store that were postponed, as a change of the state does.
  ///
  /// Call it when something outside of the state has changed for which an effect answered ``Effect/postpone``.
  ///
  /// ```swift
  /// network.onReachable { store.reevaluate() }
  /// ```
  public func reevaluate() {
    for work in eraseToAnyStore().node.attachedWork { (work as? Supervisor)?.reevaluate() }
  }
}
