/// The operations of a step of the model check.
package enum ModelOperation: String, CaseIterable, Sendable {
  case dispatch, dispatchThenRelease, read, deliver
  case makeChild, makeProjection, makeEmbedding, release
  case subscribe, subscribeFiltered, subscribeAgain, follow, cancel, answerDead
  case dispatchInReducer, subscribeInReducer, followInReducer, cancelInReducer
  case dispatchInObserver, subscribeInObserver, followInObserver, cancelInObserver, releaseInObserver, readInObserver

  var isOfReducers: Bool { Self.drawnByReducers.contains { $0.0 == self } }

  /// The relative frequency with which a thread draws each operation.
  static let drawnByThreads: [(ModelOperation, weight: Int)] = [
    (.dispatch, 30), (.dispatchThenRelease, 4), (.read, 4), (.makeChild, 8), (.makeProjection, 4),
    (.makeEmbedding, 4), (.release, 8), (.subscribe, 8), (.subscribeFiltered, 5), (.subscribeAgain, 5), (.follow, 4),
    (.cancel, 6), (.answerDead, 4),
  ]

  static let drawnByReducers: [(ModelOperation, weight: Int)] = [
    (.dispatchInReducer, 1), (.subscribeInReducer, 2), (.followInReducer, 2), (.cancelInReducer, 4),
  ]

  static let drawnByObservers: [(ModelOperation, weight: Int)] = [
    (.dispatchInObserver, 3), (.subscribeInObserver, 3), (.followInObserver, 2), (.cancelInObserver, 4),
    (.releaseInObserver, 2), (.readInObserver, 2),
  ]
}

extension [(ModelOperation, weight: Int)] {
  func draw(_ random: inout some RandomNumberGenerator) -> ModelOperation {
    var place = Int.random(in: 0..<reduce(0) { $0 + $1.weight }, using: &random)
    for (operation, weight) in self {
      place -= weight
      if place < 0 { return operation }
    }
    return self[0].0
  }
}
