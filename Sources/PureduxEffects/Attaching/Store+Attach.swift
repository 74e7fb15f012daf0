// Formed where the types are known, because an attachment looks at every state of its store.
extension Store {
  /// The one form behind all others: `requests` says which work a state asks for, `create` makes the effect for it.
  @inlinable
  func attach<Requests: EffectRequests, Memory: Sendable>(
    _ settings: EffectSettings<Action>, _ supervisorState: SupervisorState = SupervisorState(), memory: Memory,
    create: @escaping EffectBatch<State, Action>.Create,
    requests: @escaping @Sendable (State, inout Memory) -> Requests
  ) -> Self {
    let store = eraseToAnyStore()
    let dispatcher = RunDispatcher(store)
    let supervisor = Supervisor(SupervisedStore(store), settings.run, supervisorState) { supervisor in
      dispatcher.withState { state in
        supervisor.stateChanged { EffectBatch.factory($0, state, create, settings, dispatcher, supervisor) }
      }
    }
    let attachment = TurnLocal(AttachmentState<Requests, Memory>(memory))
    supervisor.attach(to: store) { state, turn in
      attachment.with(turn) { attachment in
        let requests = requests(state, &attachment.memory)
        attachment.update(requests, supervisor) {
          EffectBatch.factory($0, state, create, settings, dispatcher, supervisor)
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
    self.observe(by: store.node.subscribe(store.node.register(observe)))
    store.node.keep(self)
    EffectGroup.current?.add(self)
  }
}
