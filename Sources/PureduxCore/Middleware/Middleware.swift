/// Sees each action before any reducer does, and lets it pass, replaces it, or keeps it back.
///
/// The middlewares of a store and of all stores above it see an action, in this order, before the first reducer does. An
/// action that one of them keeps back is reduced nowhere. Middlewares combine with `+`, first to last.
///
/// ```swift
/// let limit = ClosureMiddleware<Counter, CounterAction> { action, store in
///   if case .add(let number) = action, number > 100 { return nil }
///   return action
/// }
/// let limited = StateStore(Counter(), middleware: limit, reducer: CounterReducer())
/// ```
public protocol Middleware<State, Action>: Sendable {
  /// The state of the store that it belongs to.
  associatedtype State: Sendable
  /// The action that is dispatched to that store.
  associatedtype Action: Sendable

  /// Returns the action to go on with, or nil to keep it back.
  ///
  /// It is called inside the turn, so it must not wait.
  func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action?

  /// Called once, when the store has been made and before any action.
  func attach(to store: StateStore<State, Action>)
}

extension Middleware {
  public func attach(to store: StateStore<State, Action>) {}
}

/// A middleware made of a closure, or of several.
///
/// ```swift
/// let refuseLargeSteps = ClosureMiddleware<Counter, CounterAction> { action, store in
///   if case .add(let number) = action, number > 100 { return nil }
///   return action
/// }
/// let careful = StateStore(Counter(), middleware: refuseLargeSteps, reducer: CounterReducer())
/// ```
///
/// A middleware with state of its own, or one that is used in several places, is better a type that conforms to
/// ``Middleware``.
@frozen
public struct ClosureMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @usableFromInline typealias Body = @Sendable (Action, MiddlewareContext<State, Action>) -> Action?

  /// Beside each other, for one that calls the next would cost a call more.
  @usableFromInline let bodies: ContiguousArray<Body>

  @usableFromInline
  init(bodies: ContiguousArray<Body>) { self.bodies = bodies }

  /// Makes a middleware of a closure that returns the action to go on with, or nil to keep it back.
  ///
  /// - Parameter body: Is called for each action in the turn, before the reducer, so it must be quick and must not wait.
  @inlinable
  public init(_ body: @escaping @Sendable (_ action: Action, _ store: MiddlewareContext<State, Action>) -> Action?) {
    bodies = [body]
  }

  @inlinable
  public func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? {
    var action = action
    for index in bodies.indices {
      guard let next = bodies[index](action, store) else { return nil }
      action = next
    }
    return action
  }

  /// Gives each action to the left first, then what that lets pass to the right.
  public static func + (first: ClosureMiddleware, second: ClosureMiddleware) -> ClosureMiddleware {
    ClosureMiddleware(bodies: first.bodies + second.bodies)
  }
}

/// One middleware, then another with what the first let pass.
@frozen
public struct CombinedMiddleware<First: Middleware, Second: Middleware<First.State, First.Action>>: Middleware {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func handle(
    _ action: First.Action, at store: MiddlewareContext<First.State, First.Action>
  ) -> First.Action? {
    guard let action = first.handle(action, at: store) else { return nil }
    return second.handle(action, at: store)
  }

  public func attach(to store: StateStore<First.State, First.Action>) {
    first.attach(to: store)
    second.attach(to: store)
  }
}

extension Middleware {
  /// Gives each action to the left first, then what that lets pass to the right.
  @inlinable
  public static func + <Other: Middleware<State, Action>>(
    first: Self, second: Other
  ) -> CombinedMiddleware<Self, Other> {
    CombinedMiddleware(first: first, second: second)
  }
}

/// The middleware of a store that has none, on a path that has others: it lets each action pass.
@frozen
@usableFromInline
struct NoMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @inlinable init() {}

  @inlinable
  func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? { action }
}

/// A middleware that prints the actions that reach a store, and lets them pass.
///
/// It prints the action alone, in its turn. It does not say which store of a tree dispatched it and why, what changed, or
/// how long that took: a recording has a log for that, which prints away from the turns.
///
/// ```swift
/// let store = StateStore(Counter(), middleware: PrintActions(), reducer: CounterReducer())
/// ```
public struct PrintActions<State: Sendable, Action: Sendable>: Middleware {
  private let filter: @Sendable (Action) -> Bool
  private let printer: @Sendable (String) -> Void

  /// Makes a middleware that prints the actions for which `filter` returns true.
  ///
  /// - Parameters:
  ///   - filter: Says which actions are printed.
  ///   - printer: Called with each line; it prints to standard output by default.
  public init(
    filter: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    printer: @escaping @Sendable (_ line: String) -> Void = { print($0) }
  ) {
    self.filter = filter
    self.printer = printer
  }

  public func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? {
    if filter(action) { printer("\(action)") }
    return action
  }
}
