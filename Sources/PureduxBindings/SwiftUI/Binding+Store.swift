#if canImport(SwiftUI)
  public import SwiftUI

  extension Store {
    /// A binding that reads a part of the state, and dispatches an action to change the part.
    ///
    /// ```swift
    /// TextField("title", text: store.binding(\.title) { .play($0) })
    /// ```
    ///
    /// Until a dispatched action is reduced, the binding returns the written value, so a text field loses no character
    /// with any runner. After that it returns the value of the state. Before iOS 17 and macOS 14, a view that displays
    /// a value which the reducer changed or refused is updated only together with another change; an ``EditingView`` is
    /// always updated.
    ///
    /// - Parameters:
    ///   - part: the part of the state that the binding reads.
    ///   - makeAction: creates the action that sets the part to a new value.
    /// - Returns: a binding that retains the store. Bindings of one part of one store share the written value. Keep a
    ///   projection in a property of the view: each projection counts as a different store here.
    @MainActor
    public func binding<Part: Sendable>(
      _ part: any KeyPath<State, Part> & Sendable, dispatch makeAction: @escaping @Sendable (Part) -> Action
    ) -> Binding<Part> {
      let edited = EditedPart(eraseToAnyStore(), part)
      return Binding(get: { edited.value }, set: { edited.write($0, makeAction($0)) })
    }
  }
#endif
