extension StateStore {
  /// A store below this one, with a state of its own beside this store's.
  ///
  /// Its observers see both states; its actions are reduced by `reducer`, then by this store, up to the root.
  /// Nothing is paid for it until something observes it. The local state is gone with the last handle.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    makeChild(localState, middleware: NoMiddleware?.none, reducer: reducer)
  }

  /// The one form that all children come down to.
  @inlinable
  func makeChild<Local: Sendable>(
    _ localState: Local, middleware: (some Middleware<(State, Local), Action>)?,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    let parent = node
    let number = parent.tree.nextNumber()
    let local = StateCell(localState)
    let context = parent.contextOfChild
    let upwards = parent.lane
    let reading = parent.reading.with(local)
    let reduceOwn: Reducer<Local, Action> =
      if let context {
        { state, action in StoreContext.$current.withValue(context) { reducer(&state, action) } }
      } else {
        reducer
      }
    let passage = Passage<Action>.child(
      local, of: upwards, reading: reading, context: context, middleware: middleware, reducer: reduceOwn)
    let kind = passage == nil ? upwards.way.kind : LaneKind(tree: upwards.tree, work: upwards.work, passage: passage)
    let way = Way(kind: kind, store: number) { action, turn, held in
      local.mutate(upwards.tree, turn, held) { reduceOwn(&$0, action) }
      upwards.way.reduce(action, turn, held)
    }
    let lane = Lane(own: local, way: way)
    let audience = parent.audience.below(number) { state, turn in (state, local.read(turn)) }
    let store = StateStore<(State, Local), Action>(
      node: StoreNode(
        lane: lane, reading: reading, audience: audience, base: parent,
        options: context.map { NodeOptions(context: $0) }))
    passage?.entry.lead(to: store.node)
    middleware?.attach(to: store)
    return store
  }
}
