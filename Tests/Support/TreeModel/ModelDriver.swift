/// The runner of a model's tree, and the threads that use it.
package enum ModelDriver: String, CaseIterable, Sendable {
  /// One thread at a time, and turns as chosen by the seed, on any of the threads.
  case byHand
  /// All threads at once, and turns on a queue.
  case queue
  /// One thread at a time. The first is the main thread, on which the turns also run.
  case main
  /// All threads at once. The first is the main thread, on which the turns also run.
  case mainAtOnce

  /// Whether only one operation runs at a time, in an order chosen by the seed.
  package var isStrict: Bool { self == .byHand || self == .main }

  /// The belongings that code in turns may use.
  ///
  /// On the main thread, a turn may run inside a step, whose belongings are in use. Belongings of other threads are
  /// free only while those threads are idle.
  var ownersInTurns: Range<Int> {
    switch self {
    case .byHand, .queue: 0..<ModelWorld.threadCount
    case .main: 1..<ModelWorld.threadCount
    case .mainAtOnce: ModelWorld.threadCount..<(ModelWorld.threadCount + 1)
    }
  }
}
