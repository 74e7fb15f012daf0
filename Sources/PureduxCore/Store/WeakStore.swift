/// A handle to a store that does not keep it alive.
///
/// ```swift
/// let weak = store.weak()
/// Button.onTap = { weak.dispatch(.increment) }
/// ```
public struct WeakStore<State: Sendable, Action: Sendable>: Sendable {
  private let node: WeakNode<State, Action>

  package init(_ node: StoreNode<State, Action>) { self.node = WeakNode(node) }

  /// The current state; nil when the store is gone.
  public var state: State? { strong()?.state }

  /// Dispatches the action to the store. If the store is gone, this is reported and nothing happens.
  @Sendable
  public func dispatch(_ action: Action) {
    guard let store = strong() else { return report(.dispatchToReleasedStore(action: "\(action)", name: node.name)) }
    store.dispatch(action)
  }

  /// Whether the store is gone.
  package var isGone: Bool { node.isGone }

  func report(_ misuse: Misuse) { node.context.report(misuse) }

  /// Returns a handle that keeps the store alive, or nil when the store is gone.
  public func strong() -> StateStore<State, Action>? { node.node?.handle() }
}

extension StateStore {
  /// Returns a handle to this store that does not keep it alive.
  public func weak() -> WeakStore<State, Action> { WeakStore(node) }
}

final class WeakNode<State: Sendable, Action: Sendable>: Sendable {
  private let own: WeakReference<StoreNode<State, Action>>
  /// For a projection, which outlives its handles as long as the store that it shows lives.
  private let window: StoreNode<State, Action>?
  let context: StoreContext
  let name: String?

  init(_ node: StoreNode<State, Action>) {
    own = WeakReference(node)
    window = node.isProjection ? node.window() : nil
    context = node.context
    name = node.name
  }

  var isGone: Bool { window?.hasOutlivedStore ?? own.isGone }

  var node: StoreNode<State, Action>? { window ?? own.object }
}

/// A weak reference that any thread may read and that never changes.
@usableFromInline
package final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // SAFETY: a weak reference may be read from any thread, and it is set once. Who reads the object must know on which
  // thread it may be used: an object that is not `Sendable` is only compared with nil.
  package private(set) weak var object: Object?

  @usableFromInline
  package init(_ object: Object) { self.object = object }

  @usableFromInline
  package var isGone: Bool { object == nil }
}

/// A weak reference to the object that an observer ends with, or to the store that a window shows.
@usableFromInline
package typealias WeakOwner = WeakReference<AnyObject>
