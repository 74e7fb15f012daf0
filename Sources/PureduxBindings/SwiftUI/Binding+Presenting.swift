#if canImport(SwiftUI)
  public import SwiftUI

  // What is presented is a part of the state, and the end of the presentation is an action.
  extension Store {
    /// A binding of an optional part, or of a case, for `sheet(item:)` and `navigationDestination(item:)`.
    ///
    /// ```swift
    /// NoteList().sheet(item: notes.presenting(\.editor) { .editorClosed($0.id) }) { editor in Text(editor.title) }
    /// ```
    ///
    /// When the user ends the presentation, one action is dispatched, which names the item that was shown. Nothing is
    /// dispatched where the state has ended it already, so it does not matter who was first. Let the reducer take away
    /// that item only: the state may have another one by then.
    ///
    /// - Parameters:
    ///   - item: leads to the part, which is nil while nothing is presented.
    ///   - dismiss: makes the action for the end of the item that was shown.
    /// - Returns: a binding that keeps the store alive.
    @MainActor
    public func presenting<Item: Sendable>(
      _ item: any KeyPath<State, Item?> & Sendable, dismiss: @escaping @Sendable (_ shown: Item) -> Action
    ) -> Binding<Item?> {
      let edited = EditedPart(eraseToAnyStore(), item)
      // The binding that ends a presentation was made when the item was shown.
      let shown = edited.value
      return Binding(
        get: { edited.value },
        set: { value in
          guard value == nil, let current = edited.value else { return }
          edited.write(nil, dismiss(shown ?? current))
        })
    }

    /// A binding of a path of screens, for `NavigationStack(path:)`.
    ///
    /// ```swift
    /// NavigationStack(path: notes.path(\.path) { .navigated($0) }) { NoteList() }
    /// ```
    ///
    /// The action is given what the user did, not the whole path, so that a path that the state changed meanwhile is not
    /// overwritten; the reducer calls `path.apply(change)`.
    ///
    /// - Parameters:
    ///   - path: leads to the path, whose last element is on top.
    ///   - makeAction: makes the action for what the user did.
    /// - Returns: a binding that keeps the store alive.
    @MainActor
    public func path<Route: Hashable & Sendable>(
      _ path: any KeyPath<State, [Route]> & Sendable,
      dispatch makeAction: @escaping @Sendable (_ change: PathChange<Route>) -> Action
    ) -> Binding<[Route]> {
      let edited = EditedPart(eraseToAnyStore(), path)
      return Binding(
        get: { edited.value },
        set: { wanted in
          let shown = edited.value
          if wanted != shown { edited.write(wanted, makeAction(PathChange(from: shown, to: wanted))) }
        })
    }
  }
#endif
