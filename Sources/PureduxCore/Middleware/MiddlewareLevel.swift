/// One level of a path with middlewares: a root, a child or an embedding, with all that is above it.
///
/// Each passes an action through the middlewares from here up, then calls `below`, then the reducers from here up, each
/// with the action as it came there. A turn that nobody watches pays one test at each level.
@usableFromInline
protocol MiddlewareLevel<Action>: Sendable {
  associatedtype Action: Sendable

  /// Returns false when the action was kept back.
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool
}
