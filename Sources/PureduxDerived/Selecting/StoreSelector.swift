public import PureduxCollections

/// A selector that takes an argument; all callers that pass equal arguments share one result.
///
/// Use this type for a result that depends on an argument, such as the list row with a given ID. The computation and
/// the result for an argument are released when the result has no handles and no observers left. Unused arguments cost
/// nothing.
///
/// ```swift
/// let lines = store.selector(for: Int.self, \.title) { title, number in "\(number). \(title)" }
/// let subscription = lines[7].subscribe { print($0) }
/// ```
///
/// Equal arguments share a computation only within one selector and its copies, so create the selector once and retain
/// it. The selector retains the store that created it.
public struct StoreSelector<Argument: Hashable & Sendable, Output: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let store: @Sendable (Argument) -> StateStore<Output, Action>

  @usableFromInline
  init(store: @escaping @Sendable (Argument) -> StateStore<Output, Action>) { self.store = store }

  /// The store whose state is the result for an argument.
  @inlinable
  public subscript(argument: Argument) -> StateStore<Output, Action> { store(argument) }
}

// Each number of inputs has its own overload, because Swift cannot call a closure whose parameters are a pack followed
// by the argument.
extension StateStore {
  /// Returns a selector whose result depends on an argument and a part of the state.
  ///
  /// For each argument, the selector follows the rules of `select` with one input: the result is computed only when the
  /// part changes, and only once for all callers that pass equal arguments.
  ///
  /// ```swift
  /// let lines = store.selector(for: Int.self, \.title) { title, number in "\(number). \(title)" }
  /// print(lines[7].state)
  /// ```
  ///
  /// - Parameters:
  ///   - argument: The type of the argument.
  ///   - a: The input, as a key path or a closure.
  ///   - name: The name of the selector in the events of `tap(_:)`.
  ///   - compute: Computes the result from the input and the argument only.
  @inlinable
  public func selector<Argument: Hashable & Sendable, A: Equatable & Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { _ in .input(a) }) { compute(a($0), $1) }
  }

  /// Returns a selector whose result depends on an argument and a versioned part of the state.
  ///
  /// Only the version is compared, so the part need not be `Equatable`.
  @_disfavoredOverload
  @inlinable
  public func selector<Argument: Hashable & Sendable, A: Versioned & Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { _ in .version(of: a, as: A.self) }) { compute(a($0), $1) }
  }

  /// Returns a selector whose result depends on an argument and two parts of the state.
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

  /// Returns a selector whose result depends on an argument and three parts of the state.
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

  /// Returns a selector whose result depends on two versioned or `Equatable` parts of the state.
  ///
  /// The compiler chooses this overload if one of the parts is not `Equatable`. A part that is neither versioned nor
  /// `Equatable` is reported as misuse, and the result is then computed for each state.
  @_disfavoredOverload
  public func selector<Argument: Hashable & Sendable, A: Sendable, B: Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A,
    _ b: @escaping @Sendable (_ state: State) -> B, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ b: B, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    let equating = node.equating(a) && node.equating(b)
    return selector(name, whenChanged: { _ in equating }) { compute(a($0), b($0), $1) }
  }

  /// Returns a selector whose result depends on three versioned or `Equatable` parts of the state.
  @_disfavoredOverload
  public func selector<Argument: Hashable & Sendable, A: Sendable, B: Sendable, C: Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A,
    _ b: @escaping @Sendable (_ state: State) -> B, _ c: @escaping @Sendable (_ state: State) -> C,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B, _ c: C, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    let equating = node.equating(a) && node.equating(b) && node.equating(c)
    return selector(name, whenChanged: { _ in equating }) { compute(a($0), b($0), c($0), $1) }
  }

  /// Returns a selector whose results are recomputed only when `marks` returns a different value.
  ///
  /// If `marks` reads a single element, the result is not recomputed when another element changes:
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
  ///   - marks: Returns a small value that differs whenever the result for the argument may differ. The value is
  ///     retained.
  ///   - name: The name of the selector in the events of `tap(_:)`.
  ///   - compute: Computes the result for an argument.
  @inlinable
  public func selector<Argument: Hashable & Sendable, Marks: Equatable & Sendable, Output: Sendable>(
    for argument: Argument.Type, when marks: @escaping @Sendable (_ state: State, _ argument: Argument) -> Marks,
    name: String = "selector", compute: @escaping @Sendable (_ state: State, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { argument in .equal { marks($0, argument) } }, compute: compute)
  }

  /// Designated method; all selectors with an argument delegate to it.
  @inlinable
  func selector<Argument: Hashable & Sendable, Output: Sendable>(
    _ name: String, whenChanged equating: @escaping @Sendable (Argument) -> Equating<State>,
    compute: @escaping @Sendable (State, Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    let table = SelectionTable<Argument, State, Output>()
    return StoreSelector { [node] argument in
      let shared = table.selection(for: argument, of: node) { token in
        node.makeSelection(name, whenChanged: equating(argument), token: token) { compute($0, argument) }
      }
      return StateStore<Output, Action>(node: node.selection(shared.selection, shared.audience))
    }
  }
}

/// The selections that are in use for the arguments of a selector, or for the parts of a store's states, each with its
/// audience. The table does not retain the selections.
@usableFromInline
final class SelectionTable<Argument: Hashable & Sendable, State: Sendable, Output: Sendable>: Sendable {
  /// A selection that is retained by handles or observers, with its audience.
  @usableFromInline typealias InUse = (selection: Selection<State, Output>, audience: Audience<Output>)

  /// Strong references to the objects of an entry. The references are released outside the lock, because they may be
  /// the last references to the objects.
  private struct Found: Sendable {
    let selection: Selection<State, Output>?
    let audience: Audience<Output>?

    var inUse: InUse? {
      if let selection, let audience { (selection, audience) } else { nil }
    }
  }

  private struct Entry: Sendable {
    let number: UInt64
    let selection: WeakReference<Selection<State, Output>>
    let audience: WeakReference<Audience<Output>>

    var found: Found { Found(selection: selection.object, audience: audience.object) }
  }

  private struct Content: Sendable {
    var entries: [Argument: Entry] = [:]
    var lastNumber: UInt64 = 0
  }

  /// Removes an entry when its selection is released.
  private final class Token: Sendable {
    let table: SelectionTable
    let argument: Argument
    let number: UInt64

    init(_ table: SelectionTable, _ argument: Argument, _ number: UInt64) {
      (self.table, self.argument, self.number) = (table, argument, number)
    }

    deinit { table.remove(argument, number) }
  }

  private let content = Guarded(Content())

  @usableFromInline
  init() {}

  /// Returns the selection for an argument, and creates it if none is in use. A new selection must retain the token.
  @inlinable
  func selection<Action>(
    for argument: Argument, of node: StoreNode<State, Action>,
    _ make: (_ token: any AnyObject & Sendable) -> Selection<State, Output>
  ) -> InUse {
    if let inUse = find(argument) { return inUse }
    let (token, number) = makeToken(for: argument)
    let selection = make(token)
    return insert(selection, node.audience(of: selection), for: argument, number: number)
  }

  @usableFromInline
  func makeToken(for argument: Argument) -> (token: any AnyObject & Sendable, number: UInt64) {
    let number = content.withLock { content in
      content.lastNumber += 1
      return content.lastNumber
    }
    return (Token(self, argument, number), number)
  }

  /// Returns the selection for an argument, if the selection is in use.
  @usableFromInline
  func find(_ argument: Argument) -> InUse? {
    let found = content.withLock { $0.entries[argument]?.found }
    return found?.inUse
  }

  /// Inserts a selection, unless a selection for an equal argument is already in use. Returns the selection that is in
  /// use for the argument.
  @usableFromInline
  func insert(
    _ selection: Selection<State, Output>, _ audience: Audience<Output>, for argument: Argument, number: UInt64
  ) -> InUse {
    let entry = Entry(number: number, selection: WeakReference(selection), audience: WeakReference(audience))
    let found = content.withLock { content in
      let found = content.entries[argument]?.found
      if found?.inUse == nil { content.entries[argument] = entry }
      return found
    }
    return found?.inUse ?? (selection, audience)
  }

  private func remove(_ argument: Argument, _ number: UInt64) {
    // The removed argument is released outside the lock.
    let removed = content.withLock { content -> (key: Argument, value: Entry)? in
      guard let index = content.entries.index(forKey: argument), content.entries[index].value.number == number else {
        return nil
      }
      return content.entries.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }

  /// The number of selections in use.
  var count: Int { content.withLock { $0.entries.count } }
}
