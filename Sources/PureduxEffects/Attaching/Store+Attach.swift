public import Dispatch

// Formed where the types are known, because an attachment looks at every state of its store.
extension Store {
  /// The form behind those whose effects are made of the state: `requests` says which work a state asks for, `create`
  /// makes the effect for it.
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

  /// The form behind all that compare the requests of a state with those of the state before. `factory` is to make the
  /// effects of some runs.
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

  /// The form behind those for the elements of a list that knows what changed.
  @inlinable
  func attach<Element: Identifiable & Sendable>(
    _ settings: EffectSettings<Action>, _ supervisorState: SupervisorState,
    elements: @escaping @Sendable (State) -> OrderedState<Element>, version: @escaping @Sendable (State) -> Version,
    job: @escaping @Sendable (Element) -> Effect.State?, priority: (@Sendable (Element) -> TaskPriority)?,
    batch: ElementBatch<Element, Action>
  ) -> Self where Element.ID: Sendable {
    let store = eraseToAnyStore()
    let dispatcher = RunDispatcher(store)
    let attachment = TurnLocal(ElementRequests<Element>())
    let supervisor = Supervisor(SupervisedStore(store), settings.run, supervisorState) { supervisor in
      dispatcher.withState { state, turn in
        _ = attachment.with(turn) { attachment in
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
  /// Begins to look at the states of a store, until the store goes.
  @usableFromInline
  func attach<State, Action>(
    to store: StateStore<State, Action>, observe: @escaping Registration<State>.Observe
  ) {
    if store.node.isProjection, EffectGroup.current == nil { reportIfRepeated(store.node.attachedWork) }
    self.observe(by: store.node.subscribe(store.node.register(skipsPast: true, observe)))
    store.node.keep(self)
    EffectGroup.current?.add(self)
  }
}

/// What an attachment keeps from one state of its store to the next.
@frozen
@usableFromInline
struct AttachmentState<Requests: EffectRequests, Memory: Sendable>: Sendable {
  /// What the form of the attachment needs, for example the value whose change starts work.
  @usableFromInline var memory: Memory
  /// The requests of the last state that was compared one by one, in storage of its own.
  @usableFromInline var states: [Effect.State] = []
  /// The very value that holds these requests, kept only while it does not change: a reducer that changes it would have
  /// to copy it.
  @usableFromInline var unchanged: Requests?
  /// Whether nothing runs or waits.
  @usableFromInline var isQuiet = true

  @inlinable
  init(_ memory: Memory) { self.memory = memory }

  /// Has the supervisor compare the requests with those before, unless they are the very same.
  @inlinable
  mutating func update(_ requests: Requests, _ supervisor: Supervisor, _ source: Supervisor.FactorySource) {
    if let unchanged, requests.isIdentical(to: unchanged) {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
    } else if let isQuiet = requests.withStates({ supervisor.change(&states, to: $0, source) }) {
      self.isQuiet = isQuiet
      unchanged = nil
    } else {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
      unchanged = requests
    }
  }
}

/// What an attachment says of its effects besides their work.
@usableFromInline
struct EffectSettings<Action: Sendable>: Sendable {
  /// Makes the action for an error of one job that its effect does not handle.
  @usableFromInline typealias OnFailure = @Sendable (_ job: Effect.State, _ error: any Error) -> Action

  @usableFromInline let run: RunSettings
  @usableFromInline let onFailure: OnFailure?

  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String, _ onFailure: OnFailure?) {
    run = RunSettings(queue: queue, priority: priority, name: name)
    self.onFailure = onFailure
  }

  /// For the forms whose effects handle their errors themselves.
  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String) {
    run = RunSettings(queue: queue, priority: priority, name: name)
    onFailure = nil
  }

  /// For the forms that know of one job, whose errors need not say which one failed.
  @usableFromInline
  init(
    on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String,
    _ onFailure: (@Sendable (_ error: any Error) -> Action)?
  ) {
    var onFailureOfJob: OnFailure?
    if let onFailure { onFailureOfJob = { _, error in onFailure(error) } }
    self.init(on: queue, priority, name, onFailureOfJob)
  }

  /// The effect of a job, with `onFailure` for the errors that it does not handle itself.
  @usableFromInline
  func handlingErrors(of effect: Effect, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect {
    guard let onFailure, effect.onError == nil else { return effect }
    var effect = effect
    effect.onError = { dispatch(onFailure(job, $0)) }
    return effect
  }
}
