extension FieldEditor where Value == String {
  /// Begins to observe a text in a state, and dispatches what the user changes in it.
  ///
  /// Use this form where reducers change the text while the user types, for example empty it when a message is sent:
  /// each action has the change alone, which `String.apply(_:)` makes in the text that the state has by then.
  ///
  /// ```swift
  /// let editor = FieldEditor(store, \.draft, edit: { .edited($0) }) { field.text = $0 }
  /// // and in the reducer: case .edited(let edit): state.draft.apply(edit)
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state has the text. The editor keeps it alive.
  ///   - part: leads to the text that is edited.
  ///   - makeAction: makes the action that applies an edit to the text.
  ///   - show: shows a text that the user has not typed. It is not called for the first one, which is in `value`.
  public convenience init<State, Action>(
    _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> String,
    edit makeAction: @escaping @MainActor (TextEdit) -> Action, show: @escaping @MainActor (String) -> Void
  ) {
    self.init(
      store.eraseToAnyStore(), part, send: { makeAction(TextEdit(from: $0, to: $1)) }, show: show)
  }
}
