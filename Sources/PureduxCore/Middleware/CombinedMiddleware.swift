/// One middleware, then another with what the first let pass.
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
    _ action: First.Action, at store: MiddlewareSite<First.State, First.Action>
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

/// A middleware made of a closure, or of several.
public struct ClosureMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @usableFromInline typealias Body = @Sendable (Action, MiddlewareSite<State, Action>) -> Action?

  /// Beside each other, for one that calls the next would cost a call more.
  @usableFromInline let bodies: ContiguousArray<Body>

  @usableFromInline
  init(bodies: ContiguousArray<Body>) { self.bodies = bodies }

  /// `body` returns the action to go on with, or nil to keep it back.
  @inlinable
  public init(_ body: @escaping @Sendable (_ action: Action, _ store: MiddlewareSite<State, Action>) -> Action?) {
    bodies = [body]
  }

  @inlinable
  public func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? {
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

/// Prints the actions that reach a store, and lets them pass.
public struct PrintActions<State: Sendable, Action: Sendable>: Middleware {
  private let filter: @Sendable (Action) -> Bool
  private let printer: @Sendable (String) -> Void

  /// Prints those that `filter` lets through; `printer` is given the line.
  public init(
    filter: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    printer: @escaping @Sendable (_ line: String) -> Void = { print($0) }
  ) {
    self.filter = filter
    self.printer = printer
  }

  public func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? {
    if filter(action) { printer("\(action)") }
    return action
  }
}
