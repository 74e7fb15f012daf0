public import Dispatch

extension Store {
  /// Makes the effect for the state that asked for it; `dispatch` dispatches to the store until the effect is stopped.
  public typealias CreateEffect = @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect

  /// Makes the effect for one element of a collection, for the state that asked for it.
  public typealias CreateForEachEffect =
    @Sendable (_ state: State, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect

  /// Runs an effect whenever the effect state at `job` asks for it, and stops the effect when the state says so.
  ///
  /// The reducer moves the effect state on, for example by `run()` and `cancel()`; the store compares each state with
  /// what runs. Actions of a stopped effect no longer reach a reducer. The effect ends with the store at the latest.
  ///
  /// ```swift
  /// let store = StateStore<Feed, Feed.Action>(Feed(), reducer: Feed.reduce)
  ///   .effect(\.loading, name: "load feed", onFailure: { .failed($0) }) { state, dispatch in
  ///     Effect { dispatch(.loaded(try await fetch(state.page))) }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - job: the effect state that asks for the work: a key path, or a closure such as `{ $0.1.loading }` for the pair
  ///     of a child store. While it is nil, as `\.form?.saving` is while there is no form, nothing runs.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool, so give a queue to one
  ///     that blocks. An asynchronous effect runs where its own isolation says.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effect is called in the events of `StateStore`'s tap, in reports of misuse and in
  ///     the failures of a test. Two effects may share a name.
  ///   - onFailure: makes the action for an error that the effect throws and does not handle itself, and for a timeout.
  ///     Without it such an error is reported as misuse, and the effect state stays in progress.
  ///   - create: makes the effect for the state that asked. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effect(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State?, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "effect",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping CreateEffect
  ) -> Self {
    let settings = EffectSettings(on: queue, priority, name, onFailure)
    return attach(settings, memory: (), create: { create($0, $2) }) { state, _ in SingleRequest(job(state)) }
  }

  /// Runs an effect whenever the value at `isOn` becomes true, and stops it when the value becomes false.
  ///
  /// For work that goes on for as long as something is shown or switched on, such as a timer or a subscription. Work
  /// that ends by itself is not repeated before the value has been false.
  ///
  /// ```swift
  /// store.effect(toggle: \.isPlaying, name: "player clock") { _, dispatch in
  ///   Effect {
  ///     while !Task.isCancelled {
  ///       try await StoreContext.current.clock.sleep(.seconds(1))
  ///       dispatch(.tick)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isOn: the value that says whether the effect is to run.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effect is called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect does not handle itself. Without it the
  ///     error is reported as misuse.
  ///   - create: makes the effect for the state that asked. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effect(
    toggle isOn: @escaping @Sendable (_ state: State) -> Bool, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "toggle",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping CreateEffect
  ) -> Self {
    let settings = EffectSettings(on: queue, priority, name, onFailure)
    return attach(settings, memory: ToggleTracker(), create: { create($0, $2) }) { $1.request(for: isOn($0)) }
  }

  /// Runs an effect whenever the value at `value` changes; the first value starts nothing.
  ///
  /// By default the latest change wins: it stops the effect of the change before. An effect that sleeps at its
  /// beginning is debounced that way.
  ///
  /// ```swift
  /// store.effect(onChange: \.text, name: "search", onFailure: { .failed($0) }) { state, dispatch in
  ///   Effect {
  ///     try await StoreContext.current.clock.sleep(.milliseconds(300))
  ///     dispatch(.loaded(try await search(state.text)))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: the value to watch.
  ///   - overlap: what happens to an effect that still runs when the value changes again.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effect is called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect does not handle itself. Without it the
  ///     error is reported as misuse.
  ///   - create: makes the effect for the state that changed. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effect<Value: Equatable & Sendable>(
    onChange value: @escaping @Sendable (_ state: State) -> Value, overlap: Effect.Overlap = .latest,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "onChange",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping CreateEffect
  ) -> Self {
    let (settings, supervisor) = (
      EffectSettings(on: queue, priority, name, onFailure), SupervisorState(overlap: overlap)
    )
    return attach(settings, supervisor, memory: ChangeTracker<Value>(overlap), create: { create($0, $2) }) {
      $1.request(for: value($0))
    }
  }

  /// Runs an effect for each element of a collection of effect states that asks for it.
  ///
  /// Elements are known by their identity: an element that moves keeps its effect, and one that leaves the collection
  /// is stopped. The same effect state twice in the collection runs once and is reported as misuse.
  ///
  /// ```swift
  /// store.effect(collection: \.downloads, limit: 3, name: "download") { state, job, dispatch in
  ///   Effect { dispatch(.finished(job.id, try await download(state.urls[job.id]))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - jobs: the effect states. A collection that did not change costs one comparison.
  ///   - limit: how many effects may work at once; the others wait in order. A limit below one is taken as one.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effects are called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout of a job that its effect does not handle itself. Without
  ///     it the error is reported as misuse, and the effect state stays in progress.
  ///   - create: makes the effect for a job. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effect<Jobs: Collection & Sendable>(
    collection jobs: @escaping @Sendable (_ state: State) -> Jobs, limit: Int? = nil, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "collection",
    onFailure: (@Sendable (_ job: Effect.State, _ error: any Error) -> Action)? = nil,
    forEach create: @escaping CreateForEachEffect
  ) -> Self where Jobs.Element == Effect.State {
    let settings = EffectSettings(on: queue, priority, name, onFailure)
    return attach(settings, SupervisorState(limit: limit), memory: (), create: create) { state, _ in
      CollectionRequest(jobs(state))
    }
  }
}
