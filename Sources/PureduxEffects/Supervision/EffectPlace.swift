public import Dispatch

/// Where the effects of an attachment run, and what they are called.
@usableFromInline
struct EffectPlace: Sendable {
  let context: StoreContext
  /// Where synchronous effects run; nil for wherever the effect was made.
  let queue: DispatchQueue?
  /// What the work is called where the tree's events are told.
  let name: String
  private let tree: StoreTree
  private let number: UInt64

  @usableFromInline
  init<State, Action>(_ store: StateStore<State, Action>, queue: DispatchQueue?, name: String) {
    context = store.node.context
    tree = store.node.tree
    number = store.node.actionQueue.store
    self.queue = queue
    self.name = name
  }

  func tell(_ kind: StoreEvent.Kind) { tree.post(kind, of: number) }
}
