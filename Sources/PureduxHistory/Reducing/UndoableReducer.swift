/// A reducer whose changes to a document can be undone.
public struct UndoableReducer<Base: Reducing, Document: Undoable>: Reducing {
  @usableFromInline let base: Base
  @usableFromInline let document: any WritableKeyPath<Base.State, Document> & Sendable
  @usableFromInline let history: any WritableKeyPath<Base.State, History<Document>> & Sendable
  @usableFromInline let grouping: @Sendable (Base.Action) -> UndoGrouping

  @usableFromInline
  init(
    base: Base, document: any WritableKeyPath<Base.State, Document> & Sendable,
    history: any WritableKeyPath<Base.State, History<Document>> & Sendable,
    grouping: @escaping @Sendable (Base.Action) -> UndoGrouping
  ) {
    (self.base, self.document, self.history, self.grouping) = (base, document, history, grouping)
  }

  @inlinable
  public func reduce(_ state: inout Base.State, _ action: Base.Action) {
    let grouping = grouping(action)
    guard grouping.kind != .untracked else { return base.reduce(&state, action) }
    let uses = state[keyPath: history].allUses
    let recording = DocumentRecording(&state[keyPath: document])
    base.reduce(&state, action)
    finish(recording, &state, grouping, unless: uses)
  }

  @inlinable
  func finish(
    _ recording: DocumentRecording<Document>, _ state: inout Base.State, _ grouping: UndoGrouping, unless uses: Int
  ) {
    guard state[keyPath: history].allUses == uses else {
      recording.drop(in: &state[keyPath: document])
      return
    }
    // Swap the history out, because overlapping accesses to two parts of `state` would violate exclusivity.
    var taken = History<Document>(limits: History.Limits(steps: 0))
    swap(&taken, &state[keyPath: history])
    taken.finish(recording, &state[keyPath: document], grouping)
    swap(&taken, &state[keyPath: history])
  }
}

extension History {
  /// Counts all operations on this history, including changes that are not recorded.
  @usableFromInline var allUses: Int { uses &+ outsideChanges }
}

extension Reducing {
  /// Returns a reducer whose changes to a document can be undone.
  ///
  /// The base reducer needs no changes, except that it must handle the actions that undo and redo. If the base reducer
  /// itself uses the history to handle an action, the action is not recorded a second time.
  ///
  /// ```swift
  /// let editing = ClosureReducer<Library, LibraryAction> { library, action in
  ///   switch action {
  ///   case .write(let id, let text): library.document.notes[id: id]?.text = text
  ///   case .undo: library.history.undo(&library.document)
  ///   case .redo: library.history.redo(&library.document)
  ///   default: break
  ///   }
  /// }
  /// let reducer = editing.undoable(\.document, in: \.history) { action in
  ///   if case .write(let id, _) = action { .coalesced("note \(id)").named("Typing") } else { .single }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - document: The document in the state.
  ///   - history: The document's history, which must be stored outside the document.
  ///   - grouping: Determines which actions are undone together, and which actions are not recorded because the user
  ///     did not cause them.
  @inlinable
  public func undoable<Document: Undoable>(
    _ document: any WritableKeyPath<State, Document> & Sendable,
    in history: any WritableKeyPath<State, History<Document>> & Sendable,
    _ grouping: @escaping @Sendable (_ action: Action) -> UndoGrouping = { _ in .single }
  ) -> UndoableReducer<Self, Document> {
    UndoableReducer(base: self, document: document, history: history, grouping: grouping)
  }
}
