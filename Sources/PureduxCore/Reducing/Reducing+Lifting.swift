extension Reducing {
  /// Returns a reducer that applies this reducer to a part of a larger state.
  ///
  /// ```swift
  /// struct Screen: Sendable { var counter = Counter() }
  /// enum ScreenAction: Sendable { case counter(CounterAction), close }
  /// let reducer = CounterReducer().lifted(to: \Screen.counter) { (action: ScreenAction) in
  ///   if case .counter(let action) = action { action } else { nil }
  /// }
  /// let store = StateStore(Screen(), reducer: reducer)
  /// ```
  ///
  /// For a reducer with the same actions, extract each action itself: `CounterReducer().lifted(to: \.counter) { $0 }`.
  /// For a reducer with the same state, pass `\.self` as the part.
  ///
  /// - Parameters:
  ///   - part: The part of the larger state.
  ///   - extract: Extracts the part's action from a larger action; returns nil if the action is for another part.
  public func lifted<Whole, WholeAction>(
    to part: any WritableKeyPath<Whole, State> & Sendable,
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> ClosureReducer<Whole, WholeAction> {
    lifted(through: { $1(&$0[keyPath: part]) }, extracting: extract)
  }

  /// Returns a reducer that applies this reducer to a part of a larger state, accessed by a closure.
  ///
  /// Use this overload for a property with a wrapper or an observer, such as `didSet`: writing through a key path would
  /// copy the whole value.
  ///
  /// ```swift
  /// struct Library: Sendable {
  ///   var changes = 0
  ///   var counters: [Counter] = [] { didSet { changes += 1 } }
  /// }
  /// let counting = ClosureReducer<[Counter], CounterAction> { counters, action in
  ///   for index in counters.indices { reduce(&counters[index], action) }
  /// }
  /// let reducer = counting.lifted(
  ///   through: { (library: inout Library, change) in change(&library.counters) },
  ///   extracting: { (action: CounterAction) in action })
  /// ```
  ///
  /// - Parameters:
  ///   - change: Receives the larger state and a closure, and calls the closure with the part, passed `inout`.
  ///   - extract: Extracts the part's action from a larger action; returns nil if the action is for another part.
  public func lifted<Whole, WholeAction>(
    through change: @escaping @Sendable (_ whole: inout Whole, _ change: (inout State) -> Void) -> Void,
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> ClosureReducer<Whole, WholeAction> {
    ClosureReducer { state, action in
      guard let action = extract(action) else { return }
      change(&state) { reduce(&$0, action) }
    }
  }

  /// Returns a reducer for an optional value. While the value is nil, actions have no effect.
  ///
  /// Use this method for optional details of a screen, for example:
  /// `details.whenPresent().lifted(to: \.details) { … }`. For a case of an enumeration, add a computed property that
  /// gets and sets the case's payload.
  public func whenPresent() -> ClosureReducer<State?, Action> {
    ClosureReducer { state, action in
      if state != nil { reduce(&state!, action) }
    }
  }

  /// Returns a reducer for a dictionary's values: `tab.forEachValue().lifted(to: \.tabs) { … (key, action) … }`.
  ///
  /// An action for a key without a value has no effect.
  public func forEachValue<Key: Sendable>() -> ClosureReducer<[Key: State], (id: Key, action: Action)> {
    let reducer = whenPresent()
    return ClosureReducer { values, action in reducer.reduce(&values[action.id], action.action) }
  }
}
