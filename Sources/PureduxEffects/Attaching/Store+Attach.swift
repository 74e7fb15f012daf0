// Formed where the types are known, because an attachment looks at every state of its store.
extension Store {
  /// The one form that all attachments come down to: `ask` says which work a state asks for, `create` makes it.
  @inlinable
  func attach<Asked: Asking, Memory: Sendable>(
    at place: EffectPlace, _ supervision: Supervision = Supervision(), memory: Memory,
    create: @escaping StateStore<State, Action>.CreateEach, ask: @escaping @Sendable (State, inout Memory) -> Asked
  ) -> Self {
    let store = eraseToAnyStore()
    let outlet = EffectOutlet(store)
    let supervisor = Supervisor(place, supervision) { supervisor in
      outlet.withState { state in
        supervisor.stateChanged { StateStore.maker($0, state, create, outlet, supervisor) }
      }
    }
    let seen = TurnLocal(Seen<Asked, Memory>(memory))
    supervisor.attach(to: store) { state, turn in
      seen.with(turn) { seen in
        let asked = ask(state, &seen.memory)
        seen.update(asked, supervisor) { StateStore.maker($0, state, create, outlet, supervisor) }
      }
      return .active
    }
    return self
  }
}

extension StateStore {
  @usableFromInline
  typealias CreateEach = @Sendable (State, Effect.State, @escaping Dispatch<Action>) -> Effect

  /// Gives what makes the effects of `count` runs; the state is held only until all of them are made.
  @inlinable
  static func maker(
    _ count: Int, _ state: State, _ create: @escaping CreateEach, _ outlet: EffectOutlet<State, Action>,
    _ supervisor: Supervisor
  ) -> Supervisor.Make {
    let held = Guarded<(state: State?, count: Int)>((state, count), lock: supervisor.lock)
    return { run in
      let state = held.withLock { held in
        held.count -= 1
        defer { if held.count == 0 { held.state = nil } }
        return held.state
      }
      guard let state, !run.isClosed.isRaised else { return nil }
      return create(state, run.state) { outlet.post($0, of: run, unless: supervisor.closing(run)) }
    }
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
