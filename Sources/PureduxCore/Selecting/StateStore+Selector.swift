extension StateStore {
  /// Makes a selector with an argument, whose result depends on a part of the state.
  ///
  /// For each argument it follows the rules of ``select(_:name:compute:)``: computed again only when the part has changed,
  /// once for all who use an equal argument.
  ///
  /// ```swift
  /// let lines = store.selector(for: Int.self, \.title) { title, number in "\(number). \(title)" }
  /// print(lines[7].state)
  /// ```
  ///
  /// - Parameters:
  ///   - argument: The type of the argument.
  ///   - a: The input: a key path or a closure.
  ///   - name: What the selector is called in the events of `tap(_:)`.
  ///   - compute: Computes the result for an argument from the input alone.
  @inlinable
  public func selector<Argument: Hashable & Sendable, A: Equatable & Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { _ in .input(a) }) { compute(a($0), $1) }
  }

  /// Makes a selector with an argument, whose result depends on two parts of the state.
  @inlinable
  public func selector<
    Argument: Hashable & Sendable, A: Equatable & Sendable, B: Equatable & Sendable, Output: Sendable
  >(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A,
    _ b: @escaping @Sendable (_ state: State) -> B, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ b: B, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { _ in .input(a) && .input(b) }) {
      compute(a($0), b($0), $1)
    }
  }

  /// Makes a selector with an argument, whose result depends on three parts of the state.
  @inlinable
  public func selector<
    Argument: Hashable & Sendable, A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable,
    Output: Sendable
  >(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A,
    _ b: @escaping @Sendable (_ state: State) -> B, _ c: @escaping @Sendable (_ state: State) -> C,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B, _ c: C, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { _ in .input(a) && .input(b) && .input(c) }) {
      compute(a($0), b($0), c($0), $1)
    }
  }

  /// Makes a selector with an argument, whose result depends on what the marks for that argument say.
  ///
  /// The marks of an element alone keep a change of another element from computing anything:
  ///
  /// ```swift
  /// let digits = store.selector(for: Int.self, when: { counter, place in counter.count / place % 10 }) {
  ///   counter, place in "\(counter.count / place % 10)"
  /// }
  /// print(digits[10].state)
  /// ```
  ///
  /// - Parameters:
  ///   - argument: The type of the argument.
  ///   - marks: Gives a small value that differs whenever the result for the argument may differ. It is kept.
  ///   - name: What the selector is called in the events of `tap(_:)`.
  ///   - compute: Computes the result for an argument.
  @inlinable
  public func selector<Argument: Hashable & Sendable, Marks: Equatable & Sendable, Output: Sendable>(
    for argument: Argument.Type, when marks: @escaping @Sendable (_ state: State, _ argument: Argument) -> Marks,
    name: String = "selector", compute: @escaping @Sendable (_ state: State, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { argument in .equal { marks($0, argument) } }, compute: compute)
  }

  /// The one form that all selectors with an argument come down to.
  @inlinable
  func selector<Argument: Hashable & Sendable, Output: Sendable>(
    _ name: String, whenChanged equating: @escaping @Sendable (Argument) -> Equating<State>,
    compute: @escaping @Sendable (State, Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    let table = SelectionTable<Argument, State, Output>()
    return StoreSelector { [node] argument in
      if let (selection, audience) = table.find(argument) {
        return StateStore<Output, Action>(node: node.selection(selection, audience))
      }
      let (token, number) = table.makeToken(for: argument)
      let selection = node.makeSelection(name, whenChanged: equating(argument), token: token) {
        compute($0, argument)
      }
      let shared = table.insert(selection, node.audience(of: selection), for: argument, number: number)
      return StateStore<Output, Action>(node: node.selection(shared.selection, shared.audience))
    }
  }
}
