/// A weak handle to a store.
///
/// ```swift
/// let weak = store.weak()
/// Button.onTap = { weak.dispatch(.increment) }
/// ```
public struct WeakStore<State: Sendable, Action: Sendable>: Sendable {
  private let node: WeakNode<State, Action>

  package init(_ node: StoreNode<State, Action>) { self.node = WeakNode(node) }

  /// The current state; nil if the store has been released.
  public var state: State? { strong()?.state }

  /// Dispatches the action to the store. If the store has been released, the call is reported and has no effect.
  @Sendable
  public func dispatch(_ action: Action) {
    guard let store = strong() else { return report(.dispatchToReleasedStore(action: "\(action)", name: node.name)) }
    store.dispatch(action)
  }

  /// Whether the store has been released.
  package var isGone: Bool { node.isGone }

  func report(_ misuse: Misuse) { node.context.report(misuse) }

  /// Returns a strong handle, or nil if the store has been released.
  public func strong() -> StateStore<State, Action>? { node.node?.handle() }
}

extension StateStore {
  /// Returns a weak handle to this store.
  public func weak() -> WeakStore<State, Action> { WeakStore(node) }

  /// A non-owning handle; the store's last state stays readable after the store is released.
  package var weakHandle: StateStore<State, Action> { StateStore(node: node.window()) }
}

final class WeakNode<State: Sendable, Action: Sendable>: Sendable {
  private let own: WeakReference<StoreNode<State, Action>>
  /// A non-owning node; nil unless this is a handle to a projection. A projection stays usable without handles as long
  /// as its base store exists.
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

/// An immutable weak reference that any thread may read.
@usableFromInline
package final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // SAFETY: a weak reference may be read on any thread, and this reference is set once. Callers must respect the
  // object's isolation: if the object is not `Sendable`, they may only compare the reference with nil.
  package private(set) weak var object: Object?

  @usableFromInline
  package init(_ object: Object) { self.object = object }

  @usableFromInline
  package var isGone: Bool { object == nil }
}

/// A weak reference to an observer's owner, or to the base store of a window.
@usableFromInline
package typealias WeakOwner = WeakReference<AnyObject>
