public import Dispatch

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
