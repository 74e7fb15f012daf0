/// The passages of the kinds of lanes. `reduce` is the store's own reducer.
extension Passage {
  @inlinable
  static func root<State>(
    reading: Reading<State>, tree: StoreTree, work: WorkDetector<Action>,
    admission: MiddlewareSite<State, Action>.Admission?, interceptor: Intercept?,
    reduce: @escaping Way<Action>.Reduce
  ) -> Passage? {
    if admission == nil, interceptor == nil { return nil }
    let entry = Entry<Action>()
    let admit = admission.map { $0(MiddlewareSite(reading: reading, tree: tree, entry: entry)) }
    return Passage(entry: entry, intercept: interceptor, admit: admit) { action, turn, search, below in
      guard let action = admit == nil ? action : admit?(action) else { return nil }
      tree.reduce(turn) { held in
        below(held)
        reduce(action, turn, held)
      }
      search?.look(for: action, work)
      return action
    }
  }

  @inlinable
  static func child<State>(
    of upwards: Lane<Action>, reading: Reading<State>, context: StoreContext?,
    admission: MiddlewareSite<State, Action>.Admission?, reduce: @escaping Way<Action>.Reduce
  ) -> Passage {
    let entry = Entry<Action>()
    let admit = admission.map { $0(MiddlewareSite(reading: reading, tree: upwards.tree, entry: entry)) }
    return Passage(entry: entry, intercept: upwards.way.passage?.intercept) { action, turn, search, below in
      var admitted: Action? = action
      if let admit { StoreContext.inForce(context) { admitted = admit(action) } }
      guard let action = admitted else { return nil }
      let passed = upwards.way.pass(action, turn, search) { held in
        below(held)
        reduce(action, turn, held)
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
      { action, _ in intercept(embed(action)) { entry.dispatch($0) } }
    }
    return Passage(entry: Entry(), intercept: intercept) { action, turn, search, below in
      guard upwards.way.pass(embed(action), turn, search, after: below) != nil else { return nil }
      search?.lookBelow(for: action, work)
      return action
    }
  }
}
