public import Dispatch

extension Store {
  /// Makes an effect of the state that asked for it, and a way to dispatch; it must be cheap.
  public typealias CreateEffect = @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect

  /// Makes an effect for one element of a collection, of the state that asked for it; it must be cheap.
  public typealias CreateForEachEffect =
    @Sendable (_ state: State, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect

  /// Makes and runs an effect whenever the effect state at `job` asks for it, and stops it when that says so.
  ///
  /// `create` is called with the state that asked; it must be cheap, and holds up no action if it is not. A
  /// synchronous effect runs on `queue`, or on a thread of the system's choice; an asynchronous one where its own
  /// isolation says. What a stopped effect dispatches does not count.
  @inlinable
  @discardableResult
  public func effect(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State, on queue: DispatchQueue? = nil,
    name: String = "effect", create: @escaping CreateEffect
  ) -> Self {
    attach(at: place(queue, name), memory: (), create: { state, _, dispatch in create(state, dispatch) }) { state, _ in
      One(job(state))
    }
  }

  /// Makes and runs an effect whenever the value at `isOn` becomes true, and stops it when that becomes false.
  @inlinable
  @discardableResult
  public func effect(
    toggle isOn: @escaping @Sendable (_ state: State) -> Bool, on queue: DispatchQueue? = nil,
    name: String = "toggle", create: @escaping CreateEffect
  ) -> Self {
    attach(at: place(queue, name), memory: Effect.State.idle(), create: { create($0, $2) }) { state, job in
      One(job.follow(isOn(state)))
    }
  }

  /// Makes and runs an effect whenever the value at `value` changes; what it was at first starts nothing.
  ///
  /// `overlap` says what becomes of an effect that still runs then: by default the latest change wins.
  @inlinable
  @discardableResult
  public func effect<Value: Equatable & Sendable>(
    onChange value: @escaping @Sendable (_ state: State) -> Value, overlap: Effect.Overlap = .latest,
    on queue: DispatchQueue? = nil, name: String = "onChange",
    create: @escaping CreateEffect
  ) -> Self {
    let (place, supervision) = (place(queue, name), Supervision(overlap: overlap))
    return attach(at: place, supervision, memory: Changes<Value>(overlap), create: { create($0, $2) }) {
      One($1.follow(value($0)))
    }
  }

  /// Makes and runs an effect for each element of a collection of effect states that asks for it.
  ///
  /// Elements are known by their identity: one that leaves the collection is stopped. At most `limit` run at once,
  /// the others wait in order. A collection that did not change costs one comparison.
  @inlinable
  @discardableResult
  public func effect<Jobs: Collection & Sendable>(
    collection jobs: @escaping @Sendable (_ state: State) -> Jobs, limit: Int? = nil, on queue: DispatchQueue? = nil,
    name: String = "collection",
    forEach create: @escaping CreateForEachEffect
  ) -> Self where Jobs.Element == Effect.State {
    attach(at: place(queue, name), Supervision(limit: limit), memory: (), create: create) { state, _ in
      Many(jobs(state))
    }
  }

  @usableFromInline
  func place(_ queue: DispatchQueue?, _ name: String) -> EffectPlace {
    EffectPlace(eraseToAnyStore(), queue: queue, name: name)
  }
}
