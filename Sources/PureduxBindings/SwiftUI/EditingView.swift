#if canImport(SwiftUI)
  public import SwiftUI

  /// A view that edits a part of a state, for example in a text field.
  ///
  /// The field keeps the user's text until the store has reduced the edit, and then displays the text in the state. No
  /// typed characters are lost, and the cursor stays in place, regardless of the store's runner.
  ///
  /// A view that receives another store edits that store. If the old and the new store are projections of the same
  /// store, the view switches only after its pending edits have been reduced. The view keeps using the `part` and
  /// `makeAction` closures that it received together with its store, so give the view an `id` if these closures capture
  /// values that change.
  ///
  /// ```swift
  /// EditingView(store, \.title, dispatch: { .play($0) }) { title in
  ///   TextField("title", text: title)
  /// }
  /// ```
  public struct EditingView<Value: Equatable & Sendable, Content: View> {
    private let store: EditedStore
    private let makeEditor: @MainActor (_ show: @escaping @MainActor (Value) -> Void) -> FieldEditor<Value>
    private let content: (Binding<Value>) -> Content
    @State private var editors = EditorHolder<Value>()
    /// A counter that is incremented to update the view when the editor's value changes.
    @State private var version = 0

    /// Creates a view that edits a part of a store's state.
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the part. The view retains the store.
    ///   - part: Returns the edited part of the state.
    ///   - makeAction: Creates the action that sets the part to a new value.
    ///   - content: Creates the field from a binding to its value.
    public init<State, Action>(
      _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> Value,
      dispatch makeAction: @escaping @MainActor (Value) -> Action,
      @ViewBuilder content: @escaping (_ value: Binding<Value>) -> Content
    ) {
      let store = store.eraseToAnyStore()
      self.store = EditedStore(store)
      self.content = content
      makeEditor = { FieldEditor(store, part, dispatch: makeAction, show: $0) }
    }
  }

  // The conformance is in an extension, so that the struct is not inferred to be `@MainActor` and can be created off
  // the main actor.
  extension EditingView: View {
    /// The field that `content` creates, updated when the edited value changes.
    public var body: some View {
      _ = version
      let editor = editors.editor(of: store, onSwitch: { version += 1 }) { makeEditor { _ in version += 1 } }
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
    /// Creates a view for editing text that reducers may also change. Each action carries the user's edit as a
    /// `TextEdit`.
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the text. The view retains the store.
    ///   - part: Returns the edited text in the state.
    ///   - makeAction: Creates the action that applies an edit to the text, with `String.apply(_:)`.
    ///   - content: Creates the field from a binding to its text.
    public init<State, Action>(
      _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> String,
      edit makeAction: @escaping @MainActor (TextEdit) -> Action,
      @ViewBuilder content: @escaping (_ text: Binding<String>) -> Content
    ) {
      let store = store.eraseToAnyStore()
      self.store = EditedStore(store)
      self.content = content
      makeEditor = { FieldEditor(store, part, edit: makeAction, show: $0) }
    }
  }

  /// Retains the editor of a view for as long as the view receives the same store.
  @MainActor
  final class EditorHolder<Value: Equatable & Sendable> {
    private var editor: FieldEditor<Value>?
    private var store: EditedStore?

    nonisolated init() {}

    /// Returns the current editor, or a new editor if the store has changed.
    ///
    /// A `body` may create its projection anew each time, so the editor of another projection of the same store is
    /// kept until its edits have been reduced. `onSwitch` is called when the editor can be replaced.
    func editor(
      of store: EditedStore, onSwitch: @escaping @MainActor () -> Void, _ make: () -> FieldEditor<Value>
    ) -> FieldEditor<Value> {
      if let editor, store == self.store { return editor }
      if let editor, store.id == self.store?.id, editor.afterPendingEdits(onSwitch) { return editor }
      let editor = make()
      self.editor = editor
      self.store = store
      return editor
    }
  }

  /// Identifies the store that a view edits.
  struct EditedStore: Hashable, Sendable {
    let id: StoreID
    /// All projections of a store share the store's identity, so a projection is identified by its `statesID`.
    private let projection: ObjectIdentifier?

    init<State, Action>(_ store: StateStore<State, Action>) {
      id = store.id
      projection = store.node.isProjection ? store.node.statesID : nil
    }
  }
#endif
