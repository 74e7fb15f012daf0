/// The runner of a model's tree, and the threads that use it.
package enum ModelDriver: String, CaseIterable, Sendable {
  /// One thread at a time, and turns when the seed says so, on any of the threads.
  case byHand
  /// All threads at once, and turns on a queue.
  case queue
  /// One thread at a time, of which the first is the main thread, where the turns run too.
  case main
  /// All threads at once, of which the first is the main thread, where the turns run too.
  case mainAtOnce

  /// Whether only one thing happens at a time, in an order that the seed decides.
  package var isStrict: Bool { self == .byHand || self == .main }

  /// The belongings that code in turns may use.
  ///
  /// On the main thread a turn may run inside a step, whose own belongings are in use. Belongings of other threads are free
  /// only while those do nothing.
  var ownersInTurns: Range<Int> {
    switch self {
    case .byHand, .queue: 0..<ModelWorld.threadCount
    case .main: 1..<ModelWorld.threadCount
    case .mainAtOnce: ModelWorld.threadCount..<(ModelWorld.threadCount + 1)
    }
  }
}
