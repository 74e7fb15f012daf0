extension StateStore {
  /// How far the work has come that an effect state asks for; nil where nothing is in progress.
  ///
  /// The effect state says that work is in progress; the store knows whether it waits or runs. No action is needed for
  /// that, and nothing is kept for it.
  ///
  /// ```swift
  /// switch store.progress(of: store.state.loading) {
  /// case .running: print("loading")
  /// case .waitingForPlace, .postponed: print("waiting")
  /// case .waitingForAttempt(let time): print("next attempt in \(time - StoreContext.current.clock.now())")
  /// case nil: print("nothing to do")
  /// }
  /// ```
  ///
  /// - Parameter job: an effect state of this store, for which an effect is attached here or to a projection of it.
  public func progress(of job: Effect.State) -> Effect.Progress? {
    guard job.isInProgress else { return nil }
    return node.attachedWork.lazy.compactMap { ($0 as? Supervisor)?.progress(of: job) }.first
  }

  /// Makes a store that shows how far the work has come that an effect state asks for.
  ///
  /// Its observers are called when work begins to wait or to run, without an action. While nobody observes, that costs
  /// nothing.
  ///
  /// ```swift
  /// let subscription = store.map(progressOf: \.loading).subscribe { progress in
  ///   if case .waitingForPlace = progress { print("waiting") }
  /// }
  /// ```
  ///
  /// - Parameter job: the effect state: a key path or a closure. Nil, and nothing in progress, show nil.
  public func map(
    progressOf job: @escaping @Sendable (_ state: State) -> Effect.State?
  ) -> StateStore<Effect.Progress?, Action> {
    let window = weak()
    let progress = node.refreshable { state in job(state).flatMap { window.strong()?.progress(of: $0) } }
    return StateStore<Effect.Progress?, Action>(node: progress).removeDuplicates()
  }
}
