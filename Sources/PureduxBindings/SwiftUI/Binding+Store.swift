#if canImport(SwiftUI)
  public import SwiftUI

  extension Store {
    /// A binding that reads a part of the state, and dispatches an action to change it.
    ///
    /// ```swift
    /// TextField("title", text: store.binding(\.title) { .play($0) })
    /// ```
    ///
    /// While an action that the binding dispatched is not reduced yet, the binding has the value that was written, so a
    /// text field loses no letter whatever runner the store has. After that, it has what the state has. Before iOS 17
    /// and macOS 14, a view that shows a value which the reducer changed or refused is evaluated again only when it is
    /// for another reason; an ``EditingView`` always is.
    ///
    /// - Parameters:
    ///   - part: leads to the part that is read.
    ///   - makeAction: makes the action that changes the part to a new value.
    /// - Returns: a binding that keeps the store alive. Bindings of one part of one store share what is written. Keep a
    ///   projection in a property of the view: each projection counts as another store here.
    @MainActor
    public func binding<Part: Sendable>(
      _ part: any KeyPath<State, Part> & Sendable, dispatch makeAction: @escaping @Sendable (Part) -> Action
    ) -> Binding<Part> {
      let edited = EditedPart(eraseToAnyStore(), part)
      return Binding(get: { edited.value }, set: { edited.write($0, makeAction($0)) })
    }
  }
#endif
