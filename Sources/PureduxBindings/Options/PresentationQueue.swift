public import Dispatch

/// Where props are made. It must be a serial queue.
public typealias PresentationQueue = DispatchQueue

extension DispatchQueue {
  /// The queue on which props are made, unless another one is named.
  public static let sharedPresentationQueue = DispatchQueue(label: "puredux.presentation", qos: .userInteractive)

  /// A serial queue of your own.
  public static func serialQueue(_ queue: DispatchQueue) -> DispatchQueue { queue }
}

extension Double {
  /// How long an update waits for another change, unless another time is given: one frame.
  public static var uiDebounce: Double { 0.016 }
}
