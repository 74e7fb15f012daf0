/// Is told of each tree that is made, so that its turns can be observed from its first action on.
package protocol TreeListener: Sendable {
  /// Called with the root of a tree, before anything can be dispatched to it.
  func treeMade<State, Action>(_ root: StoreNode<State, Action>)
}

extension StoreContext {
  private enum ListenerKey: StoreContextKey {
    static var defaultValue: (any TreeListener)? { nil }
  }

  /// Told of the trees that are made from now on; nil for nobody.
  package var treeListener: (any TreeListener)? {
    get { self[ListenerKey.self] }
    set { self[ListenerKey.self] = newValue }
  }

  /// Has a listener told of the trees of the whole process that are made from now on.
  package static func setProcessWideTreeListener(_ listener: (any TreeListener)?) {
    setProcessWide(ListenerKey.self, to: listener)
  }
}

extension StoreNode {
  /// Tells whoever listens that this root was made.
  @usableFromInline
  func announceTree() { tree.context.treeListener?.treeMade(self) }
}
