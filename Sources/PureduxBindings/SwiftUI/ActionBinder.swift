#if canImport(SwiftUI)
  /// Binds parts of a view's props to actions of the store that the view is connected to.
  public struct ActionBinder: Sendable {
    let dispatch: ActionDispatcher

    /// A value that is changed by an action.
    public func bind<Value: Equatable>(
      _ value: Value, dispatch makeAction: @escaping @MainActor (Value) -> (any Sendable)?
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

    private func function<Function>(_ function: Function) -> ActionBinding<Function> {
      ActionBinding(function, isEqual: { _ in true }, set: { _ in })
    }
  }
#endif
