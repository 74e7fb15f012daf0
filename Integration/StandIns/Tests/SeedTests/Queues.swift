import Dispatch
import Puredux

/// Tells on which queue code runs. The thread would not do: the main queue need not be served by the main thread.
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

  /// The queue that this runs on; nil on any other.
  static var current: Queues? {
    _ = areMarked
    return DispatchQueue.getSpecific(key: key)
  }
}
