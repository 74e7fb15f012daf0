extension StoreNode {
  /// The same store as seen through a node that neither owns it nor keeps it alive.
  package func window() -> StoreNode {
    StoreNode(lane: lane, reading: reading, audience: audience, options: asProjection)
  }

  /// Takes what the state is made of, with the tree's state lock held, so that several stores of a tree can
  /// be read at one revision; the result makes the state, outside.
  package func capture(_ held: borrowing Held) -> @Sendable () -> State {
    let make = reading.capture(held)
    return { withScratch(filledBy: make) { $0.pointee } }
  }
}
