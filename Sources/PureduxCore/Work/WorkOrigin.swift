/// The store below which `map(actions:)` makes an action that does work.
@usableFromInline
struct WorkOrigin: Sendable {
  let site: WorkSite
  /// Keeps what reducing an action needs, and not the store.
  let actionQueue: any ChainQueue
}

extension StoreNode {
  @usableFromInline
  var workOrigin: WorkOrigin { WorkOrigin(site: workSite, actionQueue: actionQueue) }
}
