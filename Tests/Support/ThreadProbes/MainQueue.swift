import Foundation

/// Tells whether it is the main queue that runs the caller.
///
/// On Linux any thread may serve that queue, so `Thread.isMainThread` alone is false nearly always.
package enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? Thread.isMainThread }
}
