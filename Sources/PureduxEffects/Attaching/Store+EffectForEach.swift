public import Dispatch

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
