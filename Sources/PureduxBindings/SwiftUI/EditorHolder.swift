#if canImport(SwiftUI)
  /// Keeps the editor of a view as long as the view receives the same store.
  @MainActor
  final class EditorHolder<Value: Equatable & Sendable> {
    private var editor: FieldEditor<Value>?
    private var store: StoreID?

    nonisolated init() {}

    func editor(of store: StoreID, _ make: () -> FieldEditor<Value>) -> FieldEditor<Value> {
      if let editor, store == self.store { return editor }
      let editor = make()
      self.editor = editor
      self.store = store
      return editor
    }
  }
#endif
