extension StoreNode {
  /// A node that shows a part that depends on more than the state: its observers are also called when the tree is
  /// refreshed, without an action.
  package func refreshable<Part: Sendable>(_ transform: @escaping @Sendable (State) -> Part) -> StoreNode<Part, Action>
  {
    let (above, number, tree) = (audience, tree.nextNumber(), tree)
    let source = source.map(transform)
    // The tree keeps what is refreshed, and so must not be kept by it.
    let audience = Audience<Part>(lock: above.lock) { [weak tree] audience, locked in
      guard let audience else { return [tree?.removeRefresh(number, locked), above.removeBranch(number, locked)] }
      let branch = Branch<State>(close: { audience.close() }) { state, turn in
        withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { lend(state, transform) } }) {
          audience.publish($0, turn)
        }
      }
      tree?.addRefresh(number, locked) { [weak audience, weak tree] turn in
        guard let audience, let tree else { return }
        let state = source.state(tree)
        withTemporaryValue(filledBy: { $0.initialize(to: state) }) { audience.publish($0, turn) }
      }
      return above.add(branch, of: audience, number: number, locked)
    }
    return StoreNode<Part, Action>(
      actionQueue: actionQueue, source: source, audience: audience, base: baseOfProjection,
      options: optionsOfPart(isOffered: nil, everyTurn: everyTurn(transform)))
  }
}
