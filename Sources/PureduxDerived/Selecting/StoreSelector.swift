/// Gives a store for each argument, computed once for all who ask with equal arguments.
///
/// A selector with an argument: for example the line of a list for an id. The computation for an argument, with its
/// result, goes with the last handle and the last observer of it; nothing is kept of arguments that nobody uses.
///
/// ```swift
/// let lines = store.selector(for: Int.self, \.title) { title, number in "\(number). \(title)" }
/// let subscription = lines[7].subscribe { print($0) }
/// ```
///
/// Equal arguments share a computation within one selector and its copies, so keep the selector and not the arguments.
/// It keeps the store alive that it was made from.
public struct StoreSelector<Argument: Hashable & Sendable, Output: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let store: @Sendable (Argument) -> StateStore<Output, Action>

  @usableFromInline
  init(store: @escaping @Sendable (Argument) -> StateStore<Output, Action>) { self.store = store }

  /// The store that shows the result for an argument.
  @inlinable
  public subscript(argument: Argument) -> StateStore<Output, Action> { store(argument) }
}

extension StateStore {
  /// Makes a selector with an argument, whose result depends on a part of the state.
  ///
  /// For each argument it follows the rules of `select` with one input: computed again only when the part has changed,
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

  /// Makes a selector with an argument, whose result depends on a part of the state that has a version.
  ///
  /// The version alone is compared, so the part need not be `Equatable`.
  @_disfavoredOverload
  @inlinable
  public func selector<Argument: Hashable & Sendable, A: Versioned & Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    selector(name, whenChanged: { _ in .version(of: a, as: A.self) }) { compute(a($0), $1) }
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

  /// Makes a selector with an argument, whose result depends on two parts of the state that have a version or are `Equatable`.
  ///
  /// It stands in where one of them has a version and is not `Equatable`. One that is neither is reported as misuse, and the
  /// result is computed for each state then.
  @_disfavoredOverload
  public func selector<Argument: Hashable & Sendable, A: Sendable, B: Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A,
    _ b: @escaping @Sendable (_ state: State) -> B, name: String = "selector",
    compute: @escaping @Sendable (_ a: A, _ b: B, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    let equating = node.equating(a) && node.equating(b)
    return selector(name, whenChanged: { _ in equating }) { compute(a($0), b($0), $1) }
  }

  /// Makes a selector with an argument, whose result depends on three parts of the state that have a version or are
  /// `Equatable`.
  @_disfavoredOverload
  public func selector<Argument: Hashable & Sendable, A: Sendable, B: Sendable, C: Sendable, Output: Sendable>(
    for argument: Argument.Type, _ a: @escaping @Sendable (_ state: State) -> A,
    _ b: @escaping @Sendable (_ state: State) -> B, _ c: @escaping @Sendable (_ state: State) -> C,
    name: String = "selector", compute: @escaping @Sendable (_ a: A, _ b: B, _ c: C, _ argument: Argument) -> Output
  ) -> StoreSelector<Argument, Output, Action> {
    let equating = node.equating(a) && node.equating(b) && node.equating(c)
    return selector(name, whenChanged: { _ in equating }) { compute(a($0), b($0), c($0), $1) }
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

/// The selections of a selector with an argument that are in use, each with its audience. It keeps none of them alive.
@usableFromInline
final class SelectionTable<Argument: Hashable & Sendable, State: Sendable, Output: Sendable>: Sendable {
  /// A selection that handles or observers keep alive, with its audience.
  @usableFromInline typealias InUse = (selection: Selection<State, Output>, audience: Audience<Output>)

  /// What an entry leads to. It is released outside the lock, because it may hold the last references.
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

  /// Removes an entry when the selection goes that holds it.
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

  /// A token for a selection that is to be inserted, which the selection has to keep.
  @usableFromInline
  func makeToken(for argument: Argument) -> (token: any Sendable, number: UInt64) {
    let number = content.withLock { content in
      content.lastNumber += 1
      return content.lastNumber
    }
    return (Token(self, argument, number), number)
  }

  /// The selection for an argument, where it is in use.
  @usableFromInline
  func find(_ argument: Argument) -> InUse? {
    let found = content.withLock { $0.entries[argument]?.found }
    return found?.inUse
  }

  /// Shares a selection from now on, unless there is one for an equal argument. Returns the one that is shared.
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
    // The argument is released outside the lock.
    let removed = content.withLock { content -> (key: Argument, value: Entry)? in
      guard let index = content.entries.index(forKey: argument), content.entries[index].value.number == number else {
        return nil
      }
      return content.entries.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }

  /// How many selections are in use.
  var count: Int { content.withLock { $0.entries.count } }
}
