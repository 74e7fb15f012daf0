#if canImport(SwiftUI)
  /// Binds parts of a view's props to actions of the store that the view is connected to.
  public struct ActionBinder: Sendable {
    let dispatch: ActionDispatcher

    /// A value that is changed by an action.
    public func bind<Value: Equatable>(
      _ value: Value, dispatch makeAction: @escaping (Value) -> (any Sendable)?
    ) -> ActionBinding<Value> {
      ActionBinding(value, isEqual: { $0 == value }) { newValue in makeAction(newValue).map(dispatch.send) }
    }

    /// A function that dispatches an action.
    public func bind(_ makeAction: @escaping () -> (any Sendable)?) -> ActionBinding<() -> Void> {
      function { makeAction().map(dispatch.send) }
    }

    /// A function of one argument that dispatches an action.
    public func bind<A>(_ makeAction: @escaping (A) -> (any Sendable)?) -> ActionBinding<(A) -> Void> {
      function { makeAction($0).map(dispatch.send) }
    }

    /// A function of two arguments that dispatches an action.
    public func bind<A, B>(_ makeAction: @escaping (A, B) -> (any Sendable)?) -> ActionBinding<(A, B) -> Void> {
      function { makeAction($0, $1).map(dispatch.send) }
    }

    /// A function of three arguments that dispatches an action.
    public func bind<A, B, C>(
      _ makeAction: @escaping (A, B, C) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C) -> Void> {
      function { makeAction($0, $1, $2).map(dispatch.send) }
    }

    /// A function of four arguments that dispatches an action.
    public func bind<A, B, C, D>(
      _ makeAction: @escaping (A, B, C, D) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C, D) -> Void> {
      function { makeAction($0, $1, $2, $3).map(dispatch.send) }
    }

    /// A function of five arguments that dispatches an action.
    public func bind<A, B, C, D, E>(
      _ makeAction: @escaping (A, B, C, D, E) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C, D, E) -> Void> {
      function { makeAction($0, $1, $2, $3, $4).map(dispatch.send) }
    }

    /// A function of six arguments that dispatches an action.
    public func bind<A, B, C, D, E, F>(
      _ makeAction: @escaping (A, B, C, D, E, F) -> (any Sendable)?
    ) -> ActionBinding<(A, B, C, D, E, F) -> Void> {
      function { makeAction($0, $1, $2, $3, $4, $5).map(dispatch.send) }
    }

    private func function<Function>(_ function: Function) -> ActionBinding<Function> {
      ActionBinding(function, isEqual: { _ in true }, set: { _ in })
    }
  }
#endif
