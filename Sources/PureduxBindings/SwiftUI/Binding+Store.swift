#if canImport(SwiftUI)
  public import SwiftUI

  extension Store {
    /// A binding that reads a part of the state, and dispatches an action to change it.
    ///
    /// A text field sees its own change where the store has the `.main` runner.
    @MainActor
    public func binding<Part>(
      _ part: any KeyPath<State, Part> & Sendable, dispatch makeAction: @escaping @Sendable (Part) -> Action
    ) -> Binding<Part> {
      let store = eraseToAnyStore()
      return Binding(
        get: { store.withState { $0[keyPath: part] } },
        set: { store.dispatch(makeAction($0)) })
    }
  }
#endif
