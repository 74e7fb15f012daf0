import Dispatch
import Puredux

/// Identifies the queue on which code runs. The thread is not sufficient, because any thread may run the main queue.
enum Queues {
  case main, shared, own

  private static let key = DispatchSpecificKey<Queues>()

  private static let areMarked: Void = {
    DispatchQueue.main.setSpecific(key: key, value: .main)
    DispatchQueue.sharedPresentationQueue.setSpecific(key: key, value: .shared)
  }()

  /// A serial queue for one test.
  static func makeOwn() -> DispatchQueue {
    let queue = DispatchQueue(label: "own", qos: .userInteractive)
    queue.setSpecific(key: key, value: .own)
    return queue
  }

  /// The queue on which the caller runs; nil on any other queue.
  static var current: Queues? {
    _ = areMarked
    return DispatchQueue.getSpecific(key: key)
  }
}
