/// Keeps a text field in sync with a part of a state while the user types.
///
/// A field must not display a state older than the user's last edit; otherwise, characters would be lost and the cursor
/// would jump. An editor keeps the user's value until all pending edits have been reduced. The editor then adopts the
/// value in the state, and calls `show` if that value differs from the user's value. An editor works with any runner,
/// presentation queue, and update rate.
///
/// ```swift
/// let editor = FieldEditor(store, \.title, dispatch: { .play($0) }) { title in
///   field.text = title      // never called with what the user has just typed
/// }
/// editor.edit("Boléro")     // whenever the user changes the field
/// ```
///
/// In SwiftUI, use `store.binding` or ``EditingView``.
///
/// The editor retains its store. If the reducer changes or rejects a value, the field shows the result once all pending
/// edits have been reduced.
@MainActor
public final class FieldEditor<Value: Equatable & Sendable> {
  /// The displayed value.
  public private(set) var value: Value

  private let read: @MainActor () -> Value
  private let send: @MainActor (_ old: Value, _ new: Value) -> Void
  private let afterReducing: @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void
  private let show: @MainActor (Value) -> Void
  /// The number of dispatched edits that may not have been reduced yet.
  private var pendingEdits = 0
  /// Called once when no edits are pending.
  private var onReduced: (@MainActor () -> Void)?
  private var subscription: StoreSubscription?

  /// Creates an editor that observes a part of a state and dispatches the user's changes.
  ///
  /// - Parameters:
  ///   - store: The store whose state contains the part. The editor retains the store.
  ///   - part: Returns the edited part of the state.
  ///   - makeAction: Creates the action that sets the part to a new value.
  ///   - show: Displays a value that did not come from the user. `show` is not called for the initial value, which is
  ///     already in `value`.
  public convenience init<State, Action>(
    _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> Value,
    dispatch makeAction: @escaping @MainActor (Value) -> Action, show: @escaping @MainActor (Value) -> Void
  ) {
    self.init(store.eraseToAnyStore(), part, send: { _, new in makeAction(new) }, show: show)
  }

  init<State, Action>(
    _ store: StateStore<State, Action>, _ part: @escaping @Sendable (State) -> Value,
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

  /// Cancels the subscription before releasing the store.
  ///
  /// The editor may hold the last reference to the store, and an observer that outlives its store is reported as
  /// misuse.
  deinit { subscription?.cancel() }

  /// Records the value that the user entered in the field, and dispatches the corresponding action.
  ///
  /// The action is dispatched before this method returns. Nothing is dispatched if `newValue` equals the editor's
  /// value.
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
    if pendingEdits == 0, let onReduced {
      self.onReduced = nil
      onReduced()
    }
  }

  /// Calls a closure once the pending edits have been reduced. Returns false without calling the closure if no edits
  /// are pending. A later call replaces the closure.
  func afterPendingEdits(_ body: @escaping @MainActor () -> Void) -> Bool {
    guard pendingEdits > 0 else { return false }
    onReduced = body
    return true
  }

  /// Adopts the value in the state, unless edits are pending.
  private func refresh() {
    guard pendingEdits == 0 else { return }
    let current = read()
    guard current != value else { return }
    value = current
    show(current)
  }
}

extension FieldEditor where Value == String {
  /// Creates an editor that observes a string in a state and dispatches the user's edits.
  ///
  /// Use this initializer if reducers change the text while the user types, for example to clear the text when a
  /// message is sent. Each action carries a ``TextEdit``, which the reducer merges into the current text with
  /// `String.apply(_:)`.
  ///
  /// ```swift
  /// let editor = FieldEditor(store, \.draft, edit: { .edited($0) }) { field.text = $0 }
  /// // and in the reducer: case .edited(let edit): state.draft.apply(edit)
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store whose state contains the text. The editor retains the store.
  ///   - part: Returns the edited text in the state.
  ///   - makeAction: Creates the action that applies an edit to the text.
  ///   - show: Displays text that did not come from the user. `show` is not called for the initial text, which is
  ///     already in `value`.
  public convenience init<State, Action>(
    _ store: some Store<State, Action>, _ part: @escaping @Sendable (State) -> String,
    edit makeAction: @escaping @MainActor (TextEdit) -> Action, show: @escaping @MainActor (String) -> Void
  ) {
    self.init(
      store.eraseToAnyStore(), part, send: { makeAction(TextEdit(from: $0, to: $1)) }, show: show)
  }
}

/// The values that the user has entered in SwiftUI fields, kept until their edits have been reduced.
///
/// Values are released outside the lock, because the `deinit` of a value may read another field.
package final class EnteredValues<Field: Hashable & Sendable>: Sendable {
  private struct Edit: @unchecked Sendable {
    // SAFETY: the value comes from the user's action, which is `Sendable`; this type only copies the value.
    var value: Any
    /// The number of edits of the field that may not have been reduced yet.
    var count: Int
  }

  private let edits = Guarded<[Field: Edit]>([:])
  private let keepsReduced: Bool

  /// - Parameter keepsReduced: Whether a value is kept after its edits are reduced, until `removeReduced` is called.
  package init(keepsReduced: Bool = false) { self.keepsReduced = keepsReduced }

  /// The last value that the user entered in the field, or nil if no edit of the field is recorded.
  package func value<Value>(of field: Field) -> Value? {
    // Avoid optional chaining: if `Value` is optional, the cast would turn a missing edit into an edit whose value is
    // nil.
    guard let edit = edits.withLock({ $0[field] }) else { return nil }
    return edit.value as? Value
  }

  package func begin<Value>(_ value: Value, of field: Field) {
    let edit = Edit(value: value, count: 1)
    let old = edits.withLock { edits in
      let old = edits.updateValue(edit, forKey: field)
      edits[field]?.count += old?.count ?? 0
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Records that one edit of the field was reduced. Returns true if no other edit of the field is pending.
  package func end(of field: Field) -> Bool {
    let (old, isLast): (Edit?, Bool) = edits.withLock { edits in
      guard let edit = edits[field] else { return (nil, true) }
      edits[field]?.count -= 1
      if edit.count == 1, !keepsReduced { edits[field] = nil }
      return (edit, edit.count == 1)
    }
    return withExtendedLifetime(old) { isLast }
  }

  /// Removes the values whose edits have all been reduced. Call this method before reading the state.
  package func removeReduced() {
    let old = edits.withLock { edits in
      defer { edits = edits.filter { $0.value.count > 0 } }
      return edits
    }
    withExtendedLifetime(old) {}
  }
}

/// Identifies a store by its ID and its state and action types. A projection has the same identity as its base store.
package struct StoreTarget: Hashable, Sendable {
  let id: StoreID
  private let state: ObjectIdentifier
  private let action: ObjectIdentifier

  package init<State, Action>(_ store: StateStore<State, Action>) {
    id = store.id
    state = ObjectIdentifier(State.self)
    action = ObjectIdentifier(Action.self)
  }
}

extension StateStore {
  /// Calls a closure on the main actor once the results of all earlier actions are published.
  ///
  /// The closure is also called if the tree is released before then.
  package func afterReducing(_ body: @escaping @MainActor @Sendable () -> Void) {
    let callback = LastCallback(body)
    node.tree.mailbox.post { _ in callback.call() }
  }
}

/// Calls a closure on the main actor exactly once: in `call()`, or in `deinit` if `call()` was never called.
private final class LastCallback: Sendable {
  private let body: Guarded<(@MainActor @Sendable () -> Void)?>

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = Guarded(body) }

  deinit { call() }

  func call() {
    if let body = body.take() { Task { @MainActor in body() } }
  }
}
