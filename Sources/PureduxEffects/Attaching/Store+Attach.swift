public import Dispatch

// An attachment reads every state of its store, so these methods are inlinable: the compiler can specialize them for
// concrete types.
extension Store {
  /// Designated overload for effects that are created from a state. `requests` returns the requested work, and `create`
  /// creates the effect.
  @inlinable
  func attach<Requests: EffectRequests, Memory: Sendable>(
    _ settings: EffectSettings<Action>, _ supervisorState: SupervisorState = SupervisorState(), memory: Memory,
    create: @escaping EffectBatch<State, Action>.Create,
    requests: @escaping @Sendable (State, inout Memory) -> Requests
  ) -> Self {
    attach(settings, supervisorState, memory: memory, requests: requests) { state, runs, dispatcher, supervisor in
      EffectBatch.factory(runs.count, state, create, settings, dispatcher, supervisor)
    }
  }

  /// Designated overload for effects that are started by comparing the requests of consecutive states. `factory`
  /// creates the effect of each run.
  @inlinable
  func attach<Requests: EffectRequests, Memory: Sendable>(
    _ settings: EffectSettings<Action>, _ supervisorState: SupervisorState, memory: Memory,
    requests: @escaping @Sendable (State, inout Memory) -> Requests,
    factory:
      @escaping @Sendable (State, [EffectRun], RunDispatcher<State, Action>, Supervisor) ->
      Supervisor.EffectFactory
  ) -> Self {
    let store = eraseToAnyStore()
    let dispatcher = RunDispatcher(store)
    let supervisor = Supervisor(SupervisedStore(store), settings.run, supervisorState) { supervisor in
      dispatcher.withState { state, _ in
        supervisor.stateChanged { factory(state, $0, dispatcher, supervisor) }
      }
    }
    let attachment = TurnLocal(AttachmentState<Requests, Memory>(memory))
    supervisor.attach(to: store) { state, turn in
      attachment.with(turn) { attachment in
        let requests = requests(state, &attachment.memory)
        attachment.update(requests, supervisor) { factory(state, $0, dispatcher, supervisor) }
      }
      return .active
    }
    return self
  }

  /// Designated overload for effects requested by the elements of a list with a change journal.
  @inlinable
  func attach<List: VersionedList & Sendable>(
    _ settings: EffectSettings<Action>, _ supervisorState: SupervisorState,
    elements: @escaping @Sendable (State) -> List, version: @escaping @Sendable (State) -> Version,
    job: @escaping @Sendable (List.Element) -> Effect.State?, priority: (@Sendable (List.Element) -> TaskPriority)?,
    batch: ElementBatch<List.Element, Action>
  ) -> Self where List.Element: Sendable, List.Element.ID: Sendable {
    let store = eraseToAnyStore()
    let dispatcher = RunDispatcher(store)
    let attachment = TurnLocal(ElementRequests<List>())
    let supervisor = Supervisor(SupervisedStore(store), settings.run, supervisorState) { supervisor in
      dispatcher.withState { state, turn in
        attachment.with(turn) { attachment in
          attachment.askAgain(elements(state), supervisor) { batch.factory($0, from: $1, dispatcher, supervisor) }
        }
      }
    }
    supervisor.attach(to: store) { state, turn in
      attachment.with(turn) { attachment in
        attachment.update(version(state), supervisor, job, priority) {
          batch.factory($0, from: $1, dispatcher, supervisor)
        } list: {
          elements(state)
        }
      }
      return .active
    }
    return self
  }
}

extension Supervisor {
  /// Attaches this supervisor to a store. Observes the store's states until the supervisor or the store ends.
  @usableFromInline
  func attach<State, Action>(
    to store: StateStore<State, Action>, observe: @escaping RuledRegistration<State>.Observe
  ) {
    if store.node.isProjection, EffectGroup.current == nil { reportIfRepeated(store.node.attachedWork) }
    self.observe(by: store.node.subscribe(store.node.register(skipsPast: true, observe)))
    store.node.keep(self)
    EffectGroup.current?.add(self)
  }
}

/// The data that an attachment keeps from one state of its store to the next.
@frozen
@usableFromInline
struct AttachmentState<Requests: EffectRequests, Memory: Sendable>: Sendable {
  /// Additional data for this kind of attachment, such as the value whose change starts work.
  @usableFromInline var memory: Memory
  /// A copy of the requests that were last compared one by one.
  @usableFromInline var states: [Effect.State] = []
  /// The requests of the last state, retained only while they remain unchanged. A retained collection is copied by its
  /// next mutation.
  @usableFromInline var unchanged: Requests.Fingerprint?
  /// Whether no effect is running or waiting.
  @usableFromInline var isQuiet = true

  @inlinable
  init(_ memory: Memory) { self.memory = memory }

  /// Passes the requests to the supervisor, unless they are identical to the previous requests.
  @inlinable
  mutating func update(_ requests: Requests, _ supervisor: Supervisor, _ source: Supervisor.FactorySource) {
    if let unchanged, requests.isIdentical(to: unchanged) {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
    } else if let isQuiet = requests.withStates({ supervisor.change(&states, to: $0, source) }) {
      self.isQuiet = isQuiet
      unchanged = nil
    } else {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
      unchanged = requests.fingerprint
    }
  }
}

/// The settings of an attachment: its queue, priority, name and failure handler.
@usableFromInline
struct EffectSettings<Action: Sendable>: Sendable {
  /// Creates the action for an error that the effect of a job does not handle itself.
  @usableFromInline typealias OnFailure = @Sendable (_ job: Effect.State, _ error: any Error) -> Action

  @usableFromInline let run: RunSettings
  @usableFromInline let onFailure: OnFailure?

  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String, _ onFailure: OnFailure?) {
    run = RunSettings(queue: queue, priority: priority.map(WorkPriority.init), name: name)
    self.onFailure = onFailure
  }

  /// Creates settings without `onFailure`, for attachments that handle errors elsewhere.
  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String) {
    run = RunSettings(queue: queue, priority: priority.map(WorkPriority.init), name: name)
    onFailure = nil
  }

  /// Creates the settings of a single job. The job is not passed to `onFailure`.
  @usableFromInline
  init(
    on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String,
    _ onFailure: (@Sendable (_ error: any Error) -> Action)?
  ) {
    var onFailureOfJob: OnFailure?
    if let onFailure { onFailureOfJob = { _, error in onFailure(error) } }
    self.init(on: queue, priority, name, onFailureOfJob)
  }

  /// Returns the effect of a job, with `onFailure` as the handler for errors that the effect does not handle itself.
  @usableFromInline
  func handlingErrors(of effect: Effect, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect {
    guard let onFailure, effect.onError == nil else { return effect }
    var effect = effect
    effect.onError = { dispatch(onFailure(job, $0)) }
    return effect
  }
}
