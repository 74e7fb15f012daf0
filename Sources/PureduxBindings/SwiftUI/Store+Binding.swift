#if canImport(SwiftUI)
  public import SwiftUI

  extension Store {
    /// Returns a binding that reads a part of the state, and dispatches an action to change the part.
    ///
    /// ```swift
    /// TextField("title", text: store.binding(\.title) { .play($0) })
    /// ```
    ///
    /// Until a dispatched action is reduced, the binding returns the written value, so a text field never loses
    /// characters, regardless of the runner. Afterwards, the binding returns the value in the state.
    ///
    /// A view that reads the binding is updated when the part changes. Before iOS 17 and macOS 14, this holds only inside a
    /// ``StoreView`` or an ``EditingView``.
    ///
    /// The store may be a projection that the view's parent makes anew at each evaluation. The new projection shows the
    /// written value if its binding is made by the same call, its part has the same value in the state, and it would
    /// dispatch the same action.
    ///
    /// - Parameters:
    ///   - part: The part of the state that the binding reads.
    ///   - makeAction: Creates the action that sets the part to a new value.
    ///   - fileID: The file that contains this call; the call identifies the field of a projection.
    ///   - line: The line of this call.
    ///   - column: The column of this call.
    /// - Returns: A binding that retains the store. All bindings to the same part of a store share the written value.
    @MainActor
    public func binding<Part: Sendable>(
      _ part: any KeyPath<State, Part> & Sendable, dispatch makeAction: @escaping @Sendable (Part) -> Action,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Binding<Part> {
      let call = BindingCall(fileID: fileID, line: line, column: column)
      let edited = EditedPart(eraseToAnyStore(), part, at: call) { _, new in makeAction(new) }
      return Binding(get: { edited.value }, set: { edited.write($0, makeAction($0)) })
    }
  }

  // Each presentation is represented by a part of the state, and is ended by an action.
  extension Store {
    /// Returns a binding to an optional part or case for `sheet(item:)` or `navigationDestination(item:)`.
    ///
    /// ```swift
    /// NoteList().sheet(item: notes.presenting(\.editor) { .editorClosed($0.id) }) { editor in Text(editor.title) }
    /// ```
    ///
    /// The view that creates the binding is updated when the item changes. Before iOS 17 and macOS 14, create it inside a
    /// ``StoreView``. When the user ends the presentation, a single action, created from the presented item, is dispatched. If the
    /// reducer has already ended the presentation, no action is dispatched. The reducer should remove only the
    /// presented item, because the state may already contain another item.
    ///
    /// - Parameters:
    ///   - item: The presented item in the state; nil while nothing is presented.
    ///   - dismiss: Creates the action to dispatch when the user ends the item's presentation.
    ///   - fileID: The file that contains this call; the call identifies the presentation of a projection.
    ///   - line: The line of this call.
    ///   - column: The column of this call.
    /// - Returns: A binding that retains the store.
    @MainActor
    public func presenting<Item: Sendable>(
      _ item: any KeyPath<State, Item?> & Sendable, dismiss: @escaping @Sendable (_ shown: Item) -> Action,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Binding<Item?> {
      let call = BindingCall(fileID: fileID, line: line, column: column)
      let edited = EditedPart(eraseToAnyStore(), item, at: call) { present, _ in present.map(dismiss) }
      // SwiftUI ends a presentation through the binding that was created when the item was presented.
      let shown = edited.value
      return Binding(
        get: { edited.value },
        set: { value in
          guard value == nil, let current = edited.current else { return }
          edited.write(nil, dismiss(shown ?? current))
        })
    }

    /// Returns a binding to a path of screens, for `NavigationStack(path:)`.
    ///
    /// ```swift
    /// NavigationStack(path: notes.path(\.path) { .navigated($0) }) { NoteList() }
    /// ```
    ///
    /// The view that creates the binding is updated when the path changes. Before iOS 17 and macOS 14, create it inside a
    /// ``StoreView``. The action carries the user's change instead of the whole path, so that concurrent changes to the path are not
    /// overwritten. The reducer calls `path.apply(change)`.
    ///
    /// - Parameters:
    ///   - path: The path in the state, with the top element last.
    ///   - makeAction: Creates the action that carries the user's change.
    ///   - fileID: The file that contains this call; the call identifies the stack of a projection.
    ///   - line: The line of this call.
    ///   - column: The column of this call.
    /// - Returns: A binding that retains the store.
    @MainActor
    public func path<Route: Hashable & Sendable>(
      _ path: any KeyPath<State, [Route]> & Sendable,
      dispatch makeAction: @escaping @Sendable (_ change: PathChange<Route>) -> Action,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Binding<[Route]> {
      let call = BindingCall(fileID: fileID, line: line, column: column)
      let edited = EditedPart(eraseToAnyStore(), path, at: call) { makeAction(PathChange(from: $0, to: $1)) }
      // The view that creates the binding is updated with it, whatever reads the binding.
      _ = edited.value
      return Binding(
        get: { edited.value },
        set: { wanted in
          let shown = edited.current
          if wanted != shown { edited.write(wanted, makeAction(PathChange(from: shown, to: wanted))) }
        })
    }
  }
#endif
