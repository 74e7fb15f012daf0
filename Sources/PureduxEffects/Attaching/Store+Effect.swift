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

// The forms for a store whose whole state asks for the work.
extension Store {
  /// Runs an effect whenever the store's state, an effect state, asks for it.
  ///
  /// The same as ``effect(_:on:priority:name:onFailure:create:)`` with the whole state as the job.
  ///
  /// ```swift
  /// store.map(state: \.loading).effect(name: "load feed") { job, dispatch in
  ///   Effect { dispatch(.loaded(try await fetch())) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effect is called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect does not handle itself.
  ///   - create: makes the effect for the state that asked. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effect(
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "effect",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping CreateEffect
  ) -> Self where State == Effect.State {
    effect({ $0 }, on: queue, priority: priority, name: name, onFailure: onFailure, create: create)
  }

  /// Runs an effect whenever the store's state, an effect state that may be missing, asks for it.
  ///
  /// While it is nil, nothing runs.
  ///
  /// - Parameters:
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effect is called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect does not handle itself.
  ///   - create: makes the effect for the state that asked. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effect(
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "effect",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping CreateEffect
  ) -> Self where State == Effect.State? {
    effect({ $0 }, on: queue, priority: priority, name: name, onFailure: onFailure, create: create)
  }

  /// Runs an effect whenever the store's state becomes true, and stops it when the state becomes false.
  ///
  /// The same as ``effect(toggle:on:priority:name:onFailure:create:)`` with the whole state as the value.
  ///
  /// ```swift
  /// store.map(state: \.isOnline).effectToggle(name: "heartbeat") { _, dispatch in
  ///   Effect { for await _ in heartbeats() { dispatch(.tick) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effect is called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect does not handle itself.
  ///   - create: makes the effect for the state that asked. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effectToggle(
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "toggle",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping CreateEffect
  ) -> Self where State == Bool {
    effect(toggle: { $0 }, on: queue, priority: priority, name: name, onFailure: onFailure, create: create)
  }

  /// Runs an effect whenever the store's state changes; the first state starts nothing.
  ///
  /// The same as ``effect(onChange:overlap:on:priority:name:onFailure:create:)`` with the whole state as the value.
  ///
  /// ```swift
  /// store.map(state: \.volume).effectOnChange(name: "volume") { volume, _ in
  ///   Effect { loudspeaker.set(volume) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - overlap: what happens to an effect that still runs when the state changes again.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effect is called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect does not handle itself.
  ///   - create: makes the effect for the state that changed. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effectOnChange(
    overlap: Effect.Overlap = .latest, on queue: DispatchQueue? = nil, priority: TaskPriority? = nil,
    name: String = "onChange", onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping CreateEffect
  ) -> Self where State: Equatable {
    effect(
      onChange: { $0 }, overlap: overlap, on: queue, priority: priority, name: name, onFailure: onFailure,
      create: create)
  }

  /// Runs an effect for each element of the store's state, a collection of effect states, that asks for it.
  ///
  /// The same as ``effect(collection:limit:on:priority:name:onFailure:forEach:)`` with the whole state as the
  /// collection.
  ///
  /// ```swift
  /// store.map(state: \.downloads).effectCollection(limit: 2, name: "upload") { _, job, dispatch in
  ///   Effect { dispatch(.uploaded(job.id)) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: how many effects may work at once; the others wait in order. A limit below one is taken as one.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effects are called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout of a job that its effect does not handle itself.
  ///   - create: makes the effect for a job. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effectCollection(
    limit: Int? = nil, on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "collection",
    onFailure: (@Sendable (_ job: Effect.State, _ error: any Error) -> Action)? = nil,
    forEach create: @escaping CreateForEachEffect
  ) -> Self where State: Collection, State.Element == Effect.State {
    effect(
      collection: { $0 }, limit: limit, on: queue, priority: priority, name: name, onFailure: onFailure,
      forEach: create)
  }
}

// The forms for work that the elements of a collection ask for, one job each.
extension Store {
  /// Makes the effect for an element, as it was in the state that asked for the work.
  public typealias CreateElementEffect<Element> =
    @Sendable (_ element: Element, _ dispatch: @escaping Dispatch<Action>) -> Effect

  /// Runs an effect for each element of a list whose job asks for it.
  ///
  /// The list tells which of its elements changed. So an action that changes none costs one comparison, and one that
  /// changes an element costs that element, however many there are. Effects are known by the identity of the job: an
  /// element that moves keeps its effect, and that of an element that leaves the list is stopped. The reducer says what
  /// happens to a job that is asked for again: `run()` lets it go on, and `restart()` begins it anew.
  ///
  /// ```swift
  /// store.effect(forEach: \.podcasts, job: \.download, limit: 3, name: "download") { podcast, dispatch in
  ///   Effect { dispatch(.finished(podcast.download.id, try await download(podcast.url))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: names the list: a key path or a closure. It is asked once for each state, and once more where the list
  ///     has changed.
  ///   - job: the effect state of an element. An element without one, for which it is nil, has no work.
  ///   - limit: how many effects may work at once; the others wait, in the order of the list where one action starts
  ///     several. A limit below one is taken as one.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - elementPriority: the priority of an element, where they differ. Its tasks have it, and of the effects that wait
  ///     under a limit the highest goes first. It is asked for again when the element changes while its effect waits.
  ///   - name: what the effects are called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect of an element does not handle itself. It
  ///     is given the element as it was when its effect was made. Without it the error is reported as misuse.
  ///   - create: makes the effect for an element. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @inlinable
  @discardableResult
  public func effect<Element: Identifiable & Sendable>(
    forEach elements: @escaping @Sendable (_ state: State) -> OrderedState<Element>,
    job: @escaping @Sendable (_ element: Element) -> Effect.State?, limit: Int? = nil,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil,
    elementPriority: (@Sendable (_ element: Element) -> TaskPriority)? = nil, name: String = "forEach",
    onFailure: (@Sendable (_ element: Element, _ error: any Error) -> Action)? = nil,
    create: @escaping CreateElementEffect<Element>
  ) -> Self where Element.ID: Sendable {
    attach(
      EffectSettings(on: queue, priority, name), SupervisorState(limit: limit), elements: elements,
      // Formed where the closure is known, so that the version is read without a copy of the list.
      version: { elements($0).version }, job: job, priority: elementPriority,
      batch: ElementBatch(onFailure, create: create))
  }

  /// Runs an effect for each element of any collection whose job asks for it.
  ///
  /// An array does not tell what changed, so each action looks through all elements, whether it changes one or none: some
  /// ten nanoseconds for each. Keep many elements in an `OrderedState`.
  ///
  /// ```swift
  /// store.effect(forEach: \.episodes, job: \.download, name: "download") { episode, dispatch in
  ///   Effect { dispatch(.finished(episode.download.id, try await download(episode.url))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: the collection: a key path or a closure.
  ///   - job: the effect state of an element. An element without one, for which it is nil, has no work.
  ///   - limit: how many effects may work at once; the others wait in order. A limit below one is taken as one.
  ///   - queue: where a synchronous effect runs; by default on a thread of the cooperative pool.
  ///   - priority: the priority of the tasks in which effects are made and run; the system's choice by default.
  ///   - name: what the effects are called in the tap's events, in reports of misuse and in the failures of a test.
  ///   - onFailure: makes the action for an error or a timeout that the effect of an element does not handle itself.
  ///   - create: makes the effect for an element. It is called away from the store's turns and must be cheap.
  /// - Returns: this store, so that calls can follow one another.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func effect<Elements: Collection & Sendable>(
    forEach elements: @escaping @Sendable (_ state: State) -> Elements,
    job: @escaping @Sendable (_ element: Elements.Element) -> Effect.State?, limit: Int? = nil,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "forEach",
    onFailure: (@Sendable (_ element: Elements.Element, _ error: any Error) -> Action)? = nil,
    create: @escaping CreateElementEffect<Elements.Element>
  ) -> Self where Elements.Element: Sendable {
    let batch = ElementBatch(onFailure, create: create)
    return attach(
      EffectSettings(on: queue, priority, name), SupervisorState(limit: limit), memory: (),
      requests: { state, _ in CollectionRequest(elements(state).compactMap(job)) }
    ) { state, runs, dispatcher, supervisor in
      let owners = ElementSearch.elements(of: runs, in: elements(state), job)
      return batch.factory(owners, from: runs[0].number, dispatcher, supervisor)
    }
  }
}
