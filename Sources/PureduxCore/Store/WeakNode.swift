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
