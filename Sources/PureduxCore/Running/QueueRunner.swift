public import Dispatch

/// Runs a store tree in the background, on a dispatch queue.
///
/// ```swift
/// let store = StateStore(Counter(), runner: .queue(qos: .utility), reducer: CounterReducer())
/// ```
///
/// Reducers, observers and middlewares run on the queue. A dispatch returns at once, from whatever thread it comes.
public struct QueueRunner: StoreRunner {
  package let queue: DispatchQueue

  /// Makes a runner with a queue of its own.
  public init(qos: DispatchQoS = .userInteractive) {
    queue = DispatchQueue(label: "puredux.store", qos: qos)
  }

  /// Makes a runner on a queue that the tree shares with other code.
  public init(_ queue: DispatchQueue) { self.queue = queue }

  public func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

extension StoreRunner where Self == QueueRunner {
  /// A background queue of the tree's own.
  public static func queue(qos: DispatchQoS = .userInteractive) -> QueueRunner { QueueRunner(qos: qos) }

  /// A queue that the tree shares with others.
  public static func queue(_ queue: DispatchQueue) -> QueueRunner { QueueRunner(queue) }
}
