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
