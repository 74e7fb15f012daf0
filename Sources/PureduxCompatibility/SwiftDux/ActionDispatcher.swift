internal import PureduxBindings
package import PureduxCore

/// Dispatches actions to a type-erased store, for example from a deeply nested view.
///
/// ```swift
/// import SwiftUI
///
/// struct TickButton: View {
///   @Environment(\.actionDispatcher) private var dispatch
///   var body: some View { Button("tick") { dispatch(PlayerAction.tick) } }
/// }
/// ```
///
/// An action is dropped and reported as misuse if no store is provided, or if the store does not accept the action's
/// type. Two dispatchers are equal if they dispatch to the same store. A projection has the same identity as its base
/// store.
public struct ActionDispatcher: Sendable, Equatable {
  /// The identity of the store; nil if the dispatcher has no store.
  let target: StoreTarget?
  /// Calls a closure on the main actor once the results of all earlier actions are published.
  let afterReducing: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  private let start: @Sendable (any Sendable, _ isCancellable: Bool) -> StoreSubscription?

  init<State, Action>(_ store: some Store<State, Action>) {
    let store = StateStore(node: store.eraseToAnyStore().node.window())
    target = StoreTarget(store)
    afterReducing = { store.afterReducing($0) }
    start = { any, isCancellable in
      guard let action = any as? Action else {
        store.node.context.report(
          .actionOfOtherStore(action: "\(any)", type: "\(type(of: any))", expected: "\(Action.self)"))
        return nil
      }
      if isCancellable { return store.start(action) }
      store.dispatch(action)
      return nil
    }
  }

  /// Creates a dispatcher that has no store: every action is reported as misuse and dropped.
  init() {
    target = nil
    afterReducing = { body in Task { @MainActor in body() } }
    start = { action, _ in
      StoreContext.current.report(.noStoreProvided(action: "\(action)"))
      return nil
    }
  }

  /// Dispatches an action without waiting for the action to be reduced.
  public func callAsFunction(_ action: any Sendable) { _ = start(action, false) }

  /// Dispatches an action and returns a token that cancels the work started by the action.
  ///
  /// Releasing the token also cancels the work.
  package func startWork(of action: any Sendable) -> StoreSubscription {
    start(action, true) ?? StoreSubscription {}
  }

  public static func == (one: ActionDispatcher, other: ActionDispatcher) -> Bool { one.target == other.target }
}

extension Misuse {
  static func actionOfOtherStore(action: String, type: String, expected: String) -> Misuse {
    Misuse(
      "a view dispatched `\(action)`, a `\(type)`, to a store that takes `\(expected)`", so: "nothing happened",
      fix: "dispatch actions of the store's own type, or provide the view with the other store")
  }

  static func noStoreProvided(action: String) -> Misuse {
    Misuse(
      "a view dispatched `\(action)`, but no store was provided to it", so: "the action was dropped",
      fix: "call `provideStore(_:)` on the view or on an ancestor")
  }
}
