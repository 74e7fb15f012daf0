public import Dispatch

// Effects of many requests.
extension EffectSet {
  /// Runs an effect for each effect state in a collection, whenever that state requests it.
  ///
  /// Elements are identified by their `id`: if an element moves, its effect continues, and if an element is removed, its
  /// effect is stopped. If the same effect state occurs twice, its effect runs once, and the duplicate is reported.
  ///
  /// - Parameters:
  ///   - jobs: The effect states, as a key path or a closure.
  ///   - limit: The maximum number of concurrent effects; further effects wait in a first-in, first-out queue.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effects in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect of a job does not handle itself.
  ///   - create: Creates the effect of a job; must be cheap.
  @inlinable
  public static func effect<Jobs: Collection & Sendable>(
    collection jobs: @escaping @Sendable (_ state: State) -> Jobs, limit: Int? = nil, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "collection",
    onFailure: (@Sendable (_ job: Effect.State, _ error: any Error) -> Action)? = nil,
    forEach create:
      @escaping @Sendable (_ state: State, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet where Jobs.Element == Effect.State {
    let settings = EffectSettings(on: queue, priority, name, onFailure)
    return collection(
      EffectDeclaration(settings.run, limit: limit), name, isEmpty: { jobs($0).isEmpty },
      requests: { CollectionRequest(jobs($0)) }
    ) { state, runs, post, supervisor in
      EffectBatch.factory(runs.count, state, create, settings, post, supervisor)
    }
  }

  /// Runs an effect for each element of a list, whenever the element's job requests it.
  ///
  /// The list tracks its changes, so an action that changes no element costs one comparison. Effects are identified by
  /// the identity of their job, and may move with it from one element to another. If the elements are features, use
  /// `parts` instead.
  ///
  /// - Parameters:
  ///   - elements: The list, as a key path or a closure.
  ///   - job: The effect state of an element; nil for an element without work.
  ///   - limit: The maximum number of concurrent effects; further effects wait.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - elementPriority: Returns the priority of an element's tasks; by default, all elements use `priority`. If the
  ///     number of effects is limited, the waiting effect with the highest priority runs first.
  ///   - name: The name of the effects in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect of an element does not handle itself.
  ///   - create: Creates the effect of an element; must be cheap.
  @inlinable
  public static func effect<List: VersionedList & Sendable>(
    forEach elements: @escaping @Sendable (_ state: State) -> List,
    job: @escaping @Sendable (_ element: List.Element) -> Effect.State?, limit: Int? = nil,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil,
    elementPriority: (@Sendable (_ element: List.Element) -> TaskPriority)? = nil, name: String = "forEach",
    onFailure: (@Sendable (_ element: List.Element, _ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ element: List.Element, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet where List.Element: Sendable, List.Element.ID: Sendable {
    let settings = EffectSettings<Action>(on: queue, priority, name)
    let (declaration, batch) = (EffectDeclaration(settings.run, limit: limit), ElementBatch(onFailure, create: create))
    // Formed in inlinable code, so that the version is read without copying the list.
    let version: @Sendable (State) -> Version = { elements($0).version }
    return EffectSet(name: name) { unit, offset, site in
      site.walk.name(selectionIn: State.self)
      let post = site.post
      let kept = Kept(ElementRequests<List>())
      let work = ListWork(declaration, unit, site)
      let member = UnitMember {
        let state = ($0 + offset).assumingMemoryBound(to: State.self)
        kept.value.update(lend(state) { version($0) }, work, job, elementPriority) {
          batch.factory($0, from: $1, post, $2)
        } list: {
          lend(state) { elements($0) }
        }
      } isIdle: { base in
        lend((base + offset).assumingMemoryBound(to: State.self)) { elements($0).isEmpty }
      } end: {
        work.end()
        kept.value = ElementRequests<List>()
      }
      work.askAgain = { [weak work] base in
        guard let supervisor = work?.supervisor else { return }
        let list = lend((base + offset).assumingMemoryBound(to: State.self)) { elements($0) }
        kept.value.askAgain(list, supervisor) { batch.factory($0, from: $1, post, $2) }
      }
      unit.add(member)
    }
  }

  /// Runs an effect for each element of any collection, whenever the element's job requests it.
  ///
  /// A collection such as an array has no change journal, so all elements are compared after each action.
  ///
  /// - Parameters:
  ///   - elements: The collection, as a key path or a closure.
  ///   - job: The effect state of an element; nil for an element without work.
  ///   - limit: The maximum number of concurrent effects; further effects wait in a first-in, first-out queue.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effects in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect of an element does not handle itself.
  ///   - create: Creates the effect of an element; must be cheap.
  @_disfavoredOverload
  @inlinable
  public static func effect<Elements: Collection & Sendable>(
    forEach elements: @escaping @Sendable (_ state: State) -> Elements,
    job: @escaping @Sendable (_ element: Elements.Element) -> Effect.State?, limit: Int? = nil,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "forEach",
    onFailure: (@Sendable (_ element: Elements.Element, _ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ element: Elements.Element, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet where Elements.Element: Sendable {
    let batch = ElementBatch(onFailure, create: create)
    return collection(
      EffectDeclaration(EffectSettings<Action>(on: queue, priority, name).run, limit: limit), name,
      isEmpty: { elements($0).isEmpty }, requests: { CollectionRequest(elements($0).compactMap(job)) }
    ) { state, runs, post, supervisor in
      batch.factory(
        ElementSearch.elements(of: runs, in: elements(state), job), from: runs[0].number, post, supervisor)
    }
  }

  /// Designated overload for effects that are started by comparing the requests of consecutive states.
  @inlinable
  static func collection<Requests: EffectRequests>(
    _ declaration: EffectDeclaration, _ name: String, isEmpty: @escaping @Sendable (State) -> Bool,
    requests: @escaping @Sendable (State) -> Requests,
    factory:
      @escaping @Sendable (State, [EffectRun], @escaping EffectSite<Action>.Post, Supervisor) ->
      Supervisor.EffectFactory
  ) -> EffectSet {
    EffectSet(name: name) { unit, offset, site in
      site.walk.name(selectionIn: State.self)
      let post = site.post
      let kept = Kept(KnownRequests<Requests>())
      let work = ListWork(declaration, unit, site)
      let member = UnitMember { base in
        let (state, supervisor) = ((base + offset).assumingMemoryBound(to: State.self), work.supervisor)
        kept.value.update(lend(state) { requests($0) }, supervisor) { runs in
          lend(state) { factory($0, runs, post, supervisor) }
        }
      } isIdle: { base in
        lend((base + offset).assumingMemoryBound(to: State.self)) { isEmpty($0) }
      } end: {
        work.end()
        kept.value = KnownRequests<Requests>()
      }
      work.askAgain = { [weak work] base in
        guard let supervisor = work?.supervisor else { return }
        let state = (base + offset).assumingMemoryBound(to: State.self)
        supervisor.stateChanged { runs in lend(state) { factory($0, runs, post, supervisor) } }
      }
      unit.add(member)
    }
  }
}
