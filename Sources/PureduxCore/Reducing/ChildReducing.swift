/// Changes a child's own state in place, and reads the state of the store above it.
public typealias ChildReducer<Parent, State, Action> =
  @Sendable (_ parent: Parent, _ state: inout State, _ action: Action) -> Void

/// A reducer of a child that reads the state of its parent, as a value.
///
/// ```swift
/// struct Marking: ChildReducing {
///   func reduce(_ marks: inout Set<String>, _ action: CounterAction, parent: Counter) { marks.insert(parent.title) }
/// }
/// let child = store.with(Set(), reducer: Marking())
/// ```
public protocol ChildReducing<Parent, State, Action>: Sendable {
  /// The state of the store above, which is read only.
  associatedtype Parent
  /// The child's own state, which it changes.
  associatedtype State
  /// The action that says how.
  associatedtype Action

  /// Changes the child's own state in place, as the action says. The parent's state is the one before the action.
  func reduce(_ state: inout State, _ action: Action, parent: Parent)
}
