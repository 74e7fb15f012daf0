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

  extension ActionBinding {
    /// A binding that dispatches an action when it is written.
    @MainActor
    public var projectedValue: Binding<Value> {
      let binding = HandedOver(value: self)
      return Binding(
        get: { binding.value.value },
        set: { @MainActor value in binding.value.set(value) })
    }
  }
#endif
