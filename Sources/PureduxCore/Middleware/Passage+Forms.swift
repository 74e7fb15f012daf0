/// The passages of the kinds of lanes. `middleware` and `reducer` are the store's own.
extension Passage {
  @inlinable
  static func root<State, Own: Middleware<State, Action>>(
    _ cell: StateCell<State>, tree: StoreTree, work: WorkDetector<Action>, middleware: Own?,
    interceptor: Interceptor?, reducer: @escaping Reducer<State, Action>
  ) -> Passage? {
    if middleware == nil, interceptor == nil { return nil }
    let entry = Entry<Action>()
    let site = MiddlewareSite(reading: .own(cell), tree: tree, entry: entry)
    let pass: Pass = { action, turn, search, below in
      guard let action = middleware == nil ? action : middleware?.handle(action, at: site) else { return nil }
      tree.reduce(turn) { held in
        below(held)
        cell.mutate(tree, turn, held) { reducer(&$0, action) }
      }
      search?.look(for: action, work)
      return action
    }
    guard let interceptor else { return Passage(entry: entry, intercept: nil, pass: pass) }
    let latest = TurnLocal<Action?>(nil)
    let intercept: Intercept = { turn, answer in
      if let action = latest.with(turn, { $0.take() }) { interceptor(action, answer) }
    }
    return Passage(entry: entry, intercept: intercept) { action, turn, search, below in
      let reduced = pass(action, turn, search, below)
      latest.with(turn) { $0 = reduced }
      return reduced
    }
  }

  @inlinable
  static func child<State, Local, Own: Middleware<State, Action>>(
    _ local: StateCell<Local>, of upwards: Lane<Action>, reading: Reading<State>, context: StoreContext?,
    middleware: Own?, reducer: @escaping Reducer<Local, Action>
  ) -> Passage? {
    if middleware == nil, upwards.way.passage == nil { return nil }
    let entry = Entry<Action>()
    let site = MiddlewareSite(reading: reading, tree: upwards.tree, entry: entry)
    return Passage(entry: entry, intercept: upwards.way.passage?.intercept) { action, turn, search, below in
      var admitted: Action? = action
      if let middleware { StoreContext.inForce(context) { admitted = middleware.handle(action, at: site) } }
      guard let action = admitted else { return nil }
      let passed = upwards.way.pass(action, turn, search) { held in
        below(held)
        local.mutate(upwards.tree, turn, held) { reducer(&$0, action) }
      }
      return passed == nil ? nil : action
    }
  }

  @inlinable
  static func embedding<Whole>(
    _ embed: @escaping @Sendable (Action) -> Whole, into upwards: Lane<Whole>, work: WorkDetector<Action>
  ) -> Passage? {
    guard let passage = upwards.way.passage else { return nil }
    let intercept = passage.intercept.map { [entry = passage.entry] intercept -> Intercept in
      { turn, _ in intercept(turn) { entry.dispatch($0) } }
    }
    return Passage(entry: Entry(), intercept: intercept) { action, turn, search, below in
      guard upwards.way.pass(embed(action), turn, search, after: below) != nil else { return nil }
      search?.lookBelow(for: action, work)
      return action
    }
  }
}
