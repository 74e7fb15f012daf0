public import Dispatch

// Effects of one request at a time. The closures are formed in inlinable code, so that the state's type is known.
extension EffectSet {
  /// Runs an effect when the effect state at `job` requests it, until the work ends or is cancelled.
  ///
  /// An idle effect of a stored property, at any depth, costs a few nanoseconds per action. If the property is computed
  /// or has a property wrapper, pass a closure instead of a key path: a key path to such a property is reported.
  ///
  /// ```swift
  /// let effects: EffectSet<Feed, Feed.Action> = [
  ///   .effect(\.loading, name: "load", onFailure: { .failed($0) }) { state, dispatch in
  ///     Effect { dispatch(.loaded(try await fetch(state.page))) }
  ///   }
  /// ]
  /// ```
  ///
  /// - Parameters:
  ///   - job: The effect state that requests the work.
  ///   - limit: The maximum number of concurrent effects of this declaration. If the state is an element of a list, the
  ///     limit applies to all elements together; further effects wait. A limit below one is treated as one.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effect in tap events, misuse reports and test failures. The effect of a part is named by
  ///     its path, for example `screens[3].load`.
  ///   - onFailure: Creates the action for an error or a timeout that the effect does not handle itself. Without this
  ///     closure, the error is reported as misuse, and the effect state stays in progress.
  ///   - create: Creates the effect for the state that requested it. The closure is called outside the store's turns,
  ///     and must be cheap. The closure's second argument dispatches actions until the effect is stopped.
  public static func effect(
    _ job: any KeyPath<State, Effect.State> & Sendable, limit: Int? = nil, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "effect",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet {
    let effect = SingleEffect(EffectSettings(on: queue, priority, name, onFailure), limit: limit, create)
    guard let place = MemoryLayout<State>.offset(of: job) else {
      return single(effect, memory: {}) { state, _ in state[keyPath: job] }.reporting(job, of: State.self)
    }
    return EffectSet(name: name) { unit, offset, site in unit.add(job: offset + place, effect.slot(unit, offset, site))
    }
  }

  /// Runs an effect when the effect state that a closure returns requests it.
  ///
  /// Use this form for a computed property, for a tuple, or for a job that is not always present; see the form with a key
  /// path.
  @inlinable
  @_disfavoredOverload
  public static func effect(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State?, limit: Int? = nil, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "effect",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet {
    let effect = SingleEffect(EffectSettings(on: queue, priority, name, onFailure), limit: limit, create)
    return single(effect, memory: {}) { state, _ in job(state) }.selecting
  }

  /// Runs an effect while the property at `isOn` is true.
  ///
  /// Work that has ended on its own starts again only after the value becomes false and then true again.
  ///
  /// - Parameters:
  ///   - isOn: Whether the effect should run.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effect in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect does not handle itself.
  ///   - create: Creates the effect for the state that requested it; must be cheap.
  public static func effect(
    toggle isOn: any KeyPath<State, Bool> & Sendable, on queue: DispatchQueue? = nil, priority: TaskPriority? = nil,
    name: String = "toggle", onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet {
    guard let place = MemoryLayout<State>.offset(of: isOn) else {
      return effect(
        toggle: { $0[keyPath: isOn] }, on: queue, priority: priority, name: name, onFailure: onFailure, create: create
      ).reporting(isOn, of: State.self)
    }
    let effect = SingleEffect(EffectSettings(on: queue, priority, name, onFailure), create)
    return EffectSet(name: name) { unit, offset, site in
      unit.add(toggle: offset + place, effect.slot(unit, offset, site))
    }
  }

  /// Runs an effect while a closure returns true; see the form with a key path.
  @inlinable
  @_disfavoredOverload
  public static func effect(
    toggle isOn: @escaping @Sendable (_ state: State) -> Bool, on queue: DispatchQueue? = nil,
    priority: TaskPriority? = nil, name: String = "toggle",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet {
    let effect = SingleEffect(EffectSettings(on: queue, priority, name, onFailure), create)
    return single(effect, memory: { ToggleTracker() }) { $1.request(for: isOn($0)) }
  }

  /// Runs an effect from the appearance of the state until the state is gone.
  ///
  /// Use this form for work that belongs to a screen, such as a timer or a subscription. For an optional part, the work
  /// lasts as long as the part is present; if the part is `Identifiable`, another identity starts the work anew. For the
  /// state of a store, the work lasts as long as the store.
  ///
  /// ```swift
  /// let effects: EffectSet<Feed, Feed.Action> = [
  ///   .effect(whilePresent: "clock") { _, dispatch in
  ///     Effect {
  ///       while true {
  ///         try await StoreContext.current.clock.sleep(.seconds(1))
  ///         dispatch(.tick)
  ///       }
  ///     }
  ///   }
  /// ]
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the effect in tap events, misuse reports and test failures.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - onFailure: Creates the action for an error or a timeout that the effect does not handle itself.
  ///   - create: Creates the effect for the state that appeared; must be cheap.
  public static func effect(
    whilePresent name: String, on queue: DispatchQueue? = nil, priority: TaskPriority? = nil,
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet {
    effect(toggle: { _ in true }, on: queue, priority: priority, name: name, onFailure: onFailure, create: create)
  }

  /// Runs an effect when the value at `value` changes. The value with which a state appears does not start the effect.
  ///
  /// - Parameters:
  ///   - value: The observed value, as a key path or a closure.
  ///   - overlap: Determines what happens to a running effect when the value changes again. With `queued`, the elements
  ///     of a list do not wait for each other.
  ///   - queue: The queue for a synchronous effect; by default, the effect runs on a thread of the cooperative pool.
  ///   - priority: The priority of the tasks that create and run effects; by default, the system chooses the priority.
  ///   - name: The name of the effect in tap events, misuse reports and test failures.
  ///   - onFailure: Creates the action for an error or a timeout that the effect does not handle itself.
  ///   - create: Creates the effect for the changed state; must be cheap.
  @inlinable
  public static func effect<Value: Equatable & Sendable>(
    onChange value: @escaping @Sendable (_ state: State) -> Value, overlap: Effect.Overlap = .latest,
    on queue: DispatchQueue? = nil, priority: TaskPriority? = nil, name: String = "onChange",
    onFailure: (@Sendable (_ error: any Error) -> Action)? = nil,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> EffectSet {
    let effect = SingleEffect(EffectSettings(on: queue, priority, name, onFailure), overlap: overlap, create)
    return single(effect, memory: { ChangeTracker<Value>(overlap) }, remembersValue: true) {
      $1.request(for: value($0))
    }
  }

  /// Designated overload for effects of one request that a closure computes. `memory` creates the data that `request`
  /// keeps from one state to the next, and `remembersValue` is true if that data must be kept for idle states too.
  @inlinable
  @inline(__always)
  static func single<Memory>(
    _ effect: SingleEffect<State, Action>, memory: @escaping @Sendable () -> Memory, remembersValue: Bool = false,
    request: @escaping @Sendable (State, inout Memory) -> Effect.State?
  ) -> EffectSet {
    EffectSet(name: effect.settings.name) { unit, offset, site in
      let slot = effect.slot(unit, offset, site)
      let kept = Kept(memory())
      unit.add(
        UnitMember {
          // SAFETY: the unit's value contains a state at the offset.
          slot.update(lend(($0 + offset).assumingMemoryBound(to: State.self)) { request($0, &kept.value) })
        } isIdle: { base in
          if remembersValue { return false }
          var memory = kept.value
          let state = (base + offset).assumingMemoryBound(to: State.self)
          return lend(state) { request($0, &memory) }?.isInProgress != true
        } end: {
          slot.end()
        })
    }
  }

  /// This set, whose closure may select any job of the state.
  @usableFromInline var selecting: EffectSet {
    EffectSet(name: name) { unit, offset, site in
      site.walk.name(selectionIn: State.self)
      install(in: unit, at: offset, site)
    }
  }

  /// Reports, when the set is attached, that a key path names a property that is not stored.
  @usableFromInline
  func reporting(_ path: any AnyKeyPath & Sendable, of type: State.Type) -> EffectSet {
    EffectSet(name: name) { unit, offset, site in
      site.walk.host.store.context.report(.notStored("\(path)"))
      install(in: unit, at: offset, site)
    }
  }
}

/// A declared effect that one request at a time starts. An object, so that all slots of a declaration share it.
@usableFromInline
final class SingleEffect<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Create = @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect

  @usableFromInline let settings: EffectSettings<Action>
  @usableFromInline let declaration: EffectDeclaration
  @usableFromInline let create: Create

  @usableFromInline
  init(
    _ settings: EffectSettings<Action>, overlap: Effect.Overlap = .latest, limit: Int? = nil, _ create: @escaping Create
  ) {
    (self.settings, self.create) = (settings, create)
    declaration = EffectDeclaration(settings.run, overlap: overlap, limit: limit)
  }

  /// Returns the slot of a unit whose value contains a state at `offset`.
  @inlinable
  func slot(_ unit: EffectUnit, _ offset: Int, _ site: EffectSite<Action>) -> RequestSlot {
    RequestSlot(declaration, unit, site) { [post = site.post] base, supervisor in
      // SAFETY: the unit's value contains a state at the offset. The state is retained until the effect has been created.
      let state = (base + offset).assumingMemoryBound(to: State.self).pointee
      let content = Guarded<State?>(state, lock: supervisor.lock)
      return { [settings = self.settings, create = self.create] run in
        guard let state = content.take(), !run.isClosed.isRaised else { return nil }
        let dispatch: Dispatch<Action> = { post($0, run, supervisor.closedFlag(of: run)) }
        return settings.handlingErrors(of: create(state, dispatch), run.state, dispatch)
      }
    }
  }
}
