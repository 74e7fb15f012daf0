public import Dispatch

extension Store {
  /// Runs an effect when the effect state at `job` requests it, until the work ends or is cancelled.
  ///
  /// The reducer changes the effect state, for example with `run()` and `cancel()`; the store then starts or stops the
  /// effect to match. Actions of a stopped effect no longer reach a reducer. The effect also ends when the store ends.
  ///
  /// ```swift
  /// let store = StateStore<Feed, Feed.Action>(Feed(), reducer: Feed.reduce)
  ///   .effect(\.loading, name: "load feed", onFailure: { .failed($0) }) { state, dispatch in
  ///     Effect { dispatch(.loaded(try await fetch(state.page))) }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - job: The effect state that requests the work, as a key path or a closure. For a child store, whose state is a
  ///     pair, pass a closure such as `{ $0.1.loading }`; if the store's whole state is the effect state, pass
  ///     `\.self`. No work runs while the effect state is nil; for example, `\.form?.saving` is nil if there is no
  ///     form.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///     Pass a queue for an effect that blocks. An asynchronous effect ignores the queue and runs with its own
  ///     isolation.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effect in tap events, misuse reports and test failures. Two effects may share a name.
  ///   - onFailure: Creates the action for an error or a timeout that the effect does not handle itself. Without this
  ///     closure, the error is reported as misuse, and the effect state stays in progress.
  ///   - create: Creates the effect for the state that requested it. The closure is called outside the store's turns,
  ///     and must be cheap. The closure's second argument dispatches actions to the store until the effect is stopped.
  /// - Returns: This store, for chaining.
  @inlinable
  @discardableResult
  public func effect(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State?, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "effect",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> Self {
    attach(
      .effect(job, on: queue, priority: priority, name: name, onFailure: onFailure, create: create))
  }

  /// Runs an effect when the value at `isOn` becomes true, and stops it when the value becomes false.
  ///
  /// Use this method for work that continues while something is displayed or enabled, for example a timer or a
  /// subscription. Work that has ended on its own starts again only after the value becomes false and then true again.
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
  ///   - isOn: Returns whether the effect should run.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effect in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect does not handle itself. Without this
  ///     closure, the error is reported as misuse.
  ///   - create: Creates the effect for the state that requested it. The closure is called outside the store's turns,
  ///     and must be cheap.
  /// - Returns: This store, for chaining.
  @inlinable
  @discardableResult
  public func effect(
    toggle isOn: @escaping @Sendable (_ state: State) -> Bool, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "toggle",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> Self {
    attach(
      .effect(toggle: isOn, on: queue, priority: priority, name: name, onFailure: onFailure, create: create))
  }

  /// Runs an effect when the value at `value` changes. The initial value does not start the effect.
  ///
  /// By default, each change stops the effect of the previous change, so an effect that begins with a sleep is
  /// debounced.
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
  ///   - value: The observed value, as a key path or a closure.
  ///   - overlap: Determines what happens to a running effect when the value changes again.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effect in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect does not handle itself. Without this
  ///     closure, the error is reported as misuse.
  ///   - create: Creates the effect for the changed state. The closure is called outside the store's turns, and must be
  ///     cheap.
  /// - Returns: This store, for chaining.
  @inlinable
  @discardableResult
  public func effect<Value: Equatable & Sendable>(
    onChange value: @escaping @Sendable (_ state: State) -> Value, overlap: Effect.Overlap = .latest,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "onChange",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> Self {
    attach(
      .effect(
        onChange: value, overlap: overlap, on: queue, priority: priority, name: name, onFailure: onFailure,
        create: create))
  }

  /// Runs an effect for each effect state in a collection, whenever that state requests it.
  ///
  /// Use this method for a collection whose elements are effect states. For a collection of your own values, each with
  /// an effect state, use ``effect(forEach:job:limit:on:priority:elementPriority:name:onFailure:create:)``, which
  /// passes the element to `create`.
  ///
  /// Elements are identified by their `id`: if an element moves, its effect continues, and if an element is removed,
  /// its effect is stopped. If the same effect state occurs twice in the collection, its effect runs only once, and the
  /// duplicate is reported as misuse.
  ///
  /// ```swift
  /// store.effect(collection: \.downloads, limit: 3, name: "download") { state, job, dispatch in
  ///   Effect { dispatch(.finished(job.id, try await download(state.urls[job.id]))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - jobs: The effect states, as a key path or a closure. An action that leaves the collection unchanged usually
  ///     costs one comparison.
  ///   - limit: The maximum number of concurrent effects; further effects wait in a first-in, first-out queue. A limit
  ///     below one is treated as one.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effects in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect of a job does not handle itself.
  ///     Without this closure, the error is reported as misuse, and the effect state stays in progress.
  ///   - create: Creates the effect of a job. The closure is called outside the store's turns, and must be cheap.
  /// - Returns: This store, for chaining.
  @inlinable
  @discardableResult
  public func effect<Jobs: Collection & Sendable>(
    collection jobs: @escaping @Sendable (_ state: State) -> Jobs, limit: Int? = nil, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "collection",
    onFailure: (@Sendable (_ job: Effect.State, _ error: any Error) -> Action)? = nil,
    forEach create:
      @escaping @Sendable (_ state: State, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> Self where Jobs.Element == Effect.State {
    attach(
      .effect(
        collection: jobs, limit: limit, on: queue, priority: priority, name: name, onFailure: onFailure,
        forEach: create))
  }
}

// Overloads for collections whose elements request work, with one job per element.
extension Store {
  /// Runs an effect for each element of a list, whenever the element's job requests it.
  ///
  /// The list tracks its changes, so an action that changes no element costs one comparison. After an action that
  /// changes one element, only that element is evaluated, regardless of the list's length. Effects are identified by
  /// the identity of their job: if an element moves, its effect continues, and if an element is removed, its effect is
  /// stopped. The reducer decides what a repeated request does: `run()` lets a running job continue, and `restart()`
  /// restarts the job.
  ///
  /// ```swift
  /// store.effect(forEach: \.podcasts, job: \.download, limit: 3, name: "download") { podcast, dispatch in
  ///   Effect { dispatch(.finished(podcast.download.id, try await download(podcast.url))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The list, as a key path or a closure. The closure is called once for each state, and a second time
  ///     if the list has changed or an effect is running or waiting.
  ///   - job: The effect state of an element; nil for an element without work.
  ///   - limit: The maximum number of concurrent effects; further effects wait. If one action starts several effects,
  ///     they wait in list order. A limit below one is treated as one.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - elementPriority: Returns the priority of an element's tasks; by default, all elements use `priority`. If the
  ///     number of effects is limited, the waiting effect with the highest priority runs first. The closure is called
  ///     again if the element changes while its effect waits.
  ///   - name: The name of the effects in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect of an element does not handle itself.
  ///     The closure receives the element for which the effect was created. Without this closure, the error is reported
  ///     as misuse.
  ///   - create: Creates the effect of an element. The closure is called outside the store's turns, and must be cheap.
  /// - Returns: This store, for chaining.
  @inlinable
  @discardableResult
  public func effect<List: VersionedList & Sendable>(
    forEach elements: @escaping @Sendable (_ state: State) -> List,
    job: @escaping @Sendable (_ element: List.Element) -> Effect.State?, limit: Int? = nil,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil,
    elementPriority: (@Sendable (_ element: List.Element) -> TaskPriority)? = nil, name: String = "forEach",
    onFailure: (@Sendable (_ element: List.Element, _ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ element: List.Element, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> Self where List.Element: Sendable, List.Element.ID: Sendable {
    attach(
      .effect(
        forEach: elements, job: job, limit: limit, on: queue, priority: priority, elementPriority: elementPriority,
        name: name, onFailure: onFailure, create: create))
  }

  /// Runs an effect for each element of any collection, whenever the element's job requests it.
  ///
  /// A collection such as an array has no change journal, so all elements are compared after each action, at a cost of
  /// about ten nanoseconds per element. Store large numbers of elements in an `OrderedState`.
  ///
  /// ```swift
  /// store.effect(forEach: \.episodes, job: \.download, name: "download") { episode, dispatch in
  ///   Effect { dispatch(.finished(episode.download.id, try await download(episode.url))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The collection, as a key path or a closure.
  ///   - job: The effect state of an element; nil for an element without work.
  ///   - limit: The maximum number of concurrent effects; further effects wait in a first-in, first-out queue. A limit
  ///     below one is treated as one.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effects in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect of an element does not handle itself.
  ///   - create: Creates the effect of an element. The closure is called outside the store's turns, and must be cheap.
  /// - Returns: This store, for chaining.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func effect<Elements: Collection & Sendable>(
    forEach elements: @escaping @Sendable (_ state: State) -> Elements,
    job: @escaping @Sendable (_ element: Elements.Element) -> Effect.State?, limit: Int? = nil,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "forEach",
    onFailure: (@Sendable (_ element: Elements.Element, _ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ element: Elements.Element, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> Self where Elements.Element: Sendable {
    attach(
      .effect(
        forEach: elements, job: job, limit: limit, on: queue, priority: priority, name: name, onFailure: onFailure,
        create: create))
  }
}
