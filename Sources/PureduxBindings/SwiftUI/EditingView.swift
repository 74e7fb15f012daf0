#if canImport(SwiftUI)
  public import SwiftUI

  /// A view that edits a part of a state, for example in a text field.
  ///
  /// The field keeps the user's text until the store has reduced it, and then shows the text of the state. With any
  /// runner, no character is lost and the cursor stays in place.
  ///
  /// ```swift
  /// EditingView(store, \.title, dispatch: { .play($0) }) { title in
  ///   TextField("title", text: title)
  /// }
  /// ```
  public struct EditingView<Value: Equatable & Sendable, Content: View> {
    private let store: StoreID
    private let makeEditor: @MainActor (_ show: @escaping @MainActor (Value) -> Void) -> FieldEditor<Value>
    private let content: (Binding<Value>) -> Content
    @State private var editors = EditorHolder<Value>()
    /// Changes with the value of the editor.
    @State private var version = 0

    /// A view that edits a part of a store's state.
    ///
    /// - Parameters:
    ///   - store: the store whose state has the part. The view retains it.
    ///   - part: the edited part of the state.
    ///   - makeAction: creates the action that sets the part to a new value.
    ///   - content: the view of the field; the binding is the field's value.
    public init<State, Action>(
      _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> Value,
      dispatch makeAction: @escaping @MainActor (Value) -> Action,
      @ViewBuilder content: @escaping (_ value: Binding<Value>) -> Content
    ) {
      let store = store.eraseToAnyStore()
      self.store = store.id
      self.content = content
      makeEditor = { FieldEditor(store, part, dispatch: makeAction, show: $0) }
    }
  }

  // In an extension, so that the structure is not inferred `@MainActor` and can be created anywhere.
  extension EditingView: View {
    /// The content, updated when the value changes.
    public var body: some View {
      _ = version
      let editor = editors.editor(of: store) { makeEditor { _ in version += 1 } }
      return content(
        Binding(
          get: { @MainActor in editor.value },
          set: { @MainActor value in
            editor.edit(value)
            version += 1
          }))
    }
  }

  extension EditingView where Value == String {
    /// A view that edits a text that reducers change too. Each action carries only the user's change.
    ///
    /// - Parameters:
    ///   - store: the store whose state has the text. The view retains it.
    ///   - part: the edited text in the state.
    ///   - makeAction: creates the action that applies an edit to the text, with `String.apply(_:)`.
    ///   - content: the view of the field; the binding is the field's text.
    public init<State, Action>(
      _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> String,
      edit makeAction: @escaping @MainActor (TextEdit) -> Action,
      @ViewBuilder content: @escaping (_ text: Binding<String>) -> Content
    ) {
      let store = store.eraseToAnyStore()
      self.store = store.id
      self.content = content
      makeEditor = { FieldEditor(store, part, edit: makeAction, show: $0) }
    }
  }
#endif
