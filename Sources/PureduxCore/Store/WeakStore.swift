/// A handle that keeps nothing alive.
public struct WeakStore<State: Sendable, Action: Sendable>: Sendable {
  private let node: WeakNode<State, Action>

  init(_ node: StoreNode<State, Action>) { self.node = WeakNode(node) }

  /// The current state; nil when the store is gone.
  public var state: State? { strong()?.state }

  /// Dispatches to the store. When it is gone this is misuse, and nothing happens.
  @Sendable
  public func dispatch(_ action: Action) {
    guard let store = strong() else { return report(.dispatchToReleasedStore(action: "\(action)")) }
    store.dispatch(action)
  }

  func report(_ misuse: Misuse) { node.context.report(misuse) }

  /// A handle that owns the store; nil when it is gone.
  public func strong() -> StateStore<State, Action>? { node.node?.handle() }
}

extension StateStore {
  /// A handle to this store that keeps nothing alive.
  public func weak() -> WeakStore<State, Action> { WeakStore(node) }
}

private final class WeakNode<State: Sendable, Action: Sendable>: Sendable {
  private let own: WeakReference<StoreNode<State, Action>>
  /// A projection outlives its handles, as long as the store does that it shows.
  private let window: StoreNode<State, Action>?
  let context: StoreContext

  init(_ node: StoreNode<State, Action>) {
    own = WeakReference(node)
    window = node.isProjection ? node.window() : nil
    context = node.context
  }

  var node: StoreNode<State, Action>? { window ?? own.object }
}

/// A weak reference that any thread may read and that never changes.
@usableFromInline
package final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // SAFETY: a weak reference may be read from any thread, it is set once, and what the object may be used for on which
  // thread is for those to say who know its type: one that is not `Sendable` is only compared with nil.
  package private(set) weak var object: Object?

  @usableFromInline
  package init(_ object: Object) { self.object = object }

  @usableFromInline
  package var isGone: Bool { object == nil }
}

/// A weak reference to the object that an observer ends with, or to the store that a window shows.
@usableFromInline
package typealias WeakOwner = WeakReference<AnyObject>
