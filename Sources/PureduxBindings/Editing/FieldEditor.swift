/// Keeps a field on the screen and a part of a state in step while the user types.
///
/// A field must not show a state that is older than what the user has typed: letters would be lost, and the cursor would
/// jump. An editor knows which of its edits are not reduced yet. Until they are, it keeps the user's value; then it takes
/// what the state has, and calls `show` if that is another value. So it works with every runner, presentation queue and
/// rate.
///
/// ```swift
/// let editor = FieldEditor(store, \.title, dispatch: { .play($0) }) { title in
///   field.text = title      // never called with what the user has just typed
/// }
/// editor.edit("Boléro")     // whenever the user changes the field
/// ```
///
/// In SwiftUI, `store.binding` and ``EditingView`` do this.
///
/// The editor keeps its store alive. A value that the reducer changes or refuses is shown as soon as all edits so far
/// are reduced.
@MainActor
public final class FieldEditor<Value: Equatable & Sendable> {
  /// What the field shows.
  public private(set) var value: Value

  private let read: @MainActor () -> Value
  private let send: @MainActor (_ old: Value, _ new: Value) -> Void
  private let afterReducing: @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void
  private let show: @MainActor (Value) -> Void
  /// Edits that are dispatched, and not known to be reduced yet.
  private var pendingEdits = 0
  private var subscription: StoreSubscription?

  /// Begins to observe a part of a state, and dispatches what the user changes it to.
  ///
  /// - Parameters:
  ///   - store: the store whose state has the part. The editor keeps it alive.
  ///   - part: leads to the part that is edited.
  ///   - makeAction: makes the action that changes the part to a new value.
  ///   - show: shows a value that the user has not typed. It is not called for the first one, which is in `value`.
  public convenience init<State, Action>(
    _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> Value,
    dispatch makeAction: @escaping @MainActor (Value) -> Action, show: @escaping @MainActor (Value) -> Void
  ) {
    self.init(store.eraseToAnyStore(), part, send: { _, new in makeAction(new) }, show: show)
  }

  init<State, Action>(
    _ store: AnyStore<State, Action>, _ part: @escaping @Sendable (State) -> Value,
    send makeAction: @escaping @MainActor (_ old: Value, _ new: Value) -> Action,
    show: @escaping @MainActor (Value) -> Void
  ) {
    read = { store.withState(part) }
    send = { old, new in store.dispatch(makeAction(old, new)) }
    afterReducing = { store.afterReducing($0) }
    self.show = show
    value = store.withState(part)
    var options = UpdateOptions<State>.immediate
    options.removeStateDuplicates = .equal(part)
    subscription = store.bind(at: .object(Self.self), options, props: { _, _ in () }) { [weak self] _, _ in
      self?.refresh()
    }
  }

  /// The editor ends before it lets go of its store, which nobody else may keep: an observer that is left is reported.
  deinit { subscription?.cancel() }

  /// The user has changed the field to this value.
  ///
  /// The action is dispatched before this returns. The value that the editor has already is not dispatched again.
  public func edit(_ newValue: Value) {
    guard newValue != value else { return }
    let old = value
    value = newValue
    pendingEdits += 1
    send(old, newValue)
    afterReducing { [weak self] in self?.endEdit() }
  }

  private func endEdit() {
    pendingEdits -= 1
    refresh()
  }

  /// Takes what the state has, unless it may lack an edit.
  private func refresh() {
    guard pendingEdits == 0 else { return }
    let current = read()
    guard current != value else { return }
    value = current
    show(current)
  }
}

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

/// The values that the user has entered in the fields of SwiftUI views, and that the state may not have yet.
final class EnteredValues<Field: Hashable & Sendable>: Sendable {
  private struct Edit: @unchecked Sendable {
    // SAFETY: the value was given to the action too, which goes to another thread, and is only copied and compared here.
    var value: Any
    /// How many edits of the field are not known to be reduced.
    var count: Int
  }

  private let edits = Guarded<[Field: Edit]>([:])
  private let keepsReduced: Bool

  /// - Parameter keepsReduced: whether a value is kept when its edits are reduced, until `removeReduced` is called.
  init(keepsReduced: Bool = false) { self.keepsReduced = keepsReduced }

  /// What the user entered last; nil when the state has it.
  func value<Value>(of field: Field) -> Value? {
    // Not by optional chaining: no edit would be cast to an edit of an optional value that is nil.
    guard let edit = edits.withLock({ $0[field] }) else { return nil }
    return edit.value as? Value
  }

  func begin<Value>(_ value: Value, of field: Field) {
    let edit = Edit(value: value, count: 1)
    edits.withLock { edits in
      let count = edits[field]?.count ?? 0
      edits[field] = edit
      edits[field]?.count += count
    }
  }

  /// One edit of the field is reduced. Returns whether it was the last one, so that the state has what was entered.
  func end(of field: Field) -> Bool {
    edits.withLock { edits in
      guard let edit = edits[field] else { return true }
      edits[field]?.count -= 1
      if edit.count == 1, !keepsReduced { edits[field] = nil }
      return edit.count == 1
    }
  }

  /// Lets go of what is reduced, for the state is read next.
  func removeReduced() {
    edits.withLock { edits in edits = edits.filter { $0.value.count > 0 } }
  }
}

extension StateStore {
  /// Calls a closure on the main actor when all that was dispatched before has been reduced and published.
  ///
  /// It is called too when the tree goes before that.
  func afterReducing(_ body: @escaping @MainActor @Sendable () -> Void) {
    let callback = LastCallback(body)
    node.tree.mailbox.post { _ in callback.call() }
  }
}

/// Calls a closure on the main actor, once: when it is told to, or when the mailbox that was to tell it goes.
private final class LastCallback: Sendable {
  private let body: Guarded<(@MainActor @Sendable () -> Void)?>

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = Guarded(body) }

  deinit { call() }

  func call() {
    if let body = body.take() { Task { @MainActor in body() } }
  }
}
