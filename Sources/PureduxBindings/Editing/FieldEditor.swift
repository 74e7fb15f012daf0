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
