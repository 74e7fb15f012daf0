import Foundation

/// Returns whether the caller runs on the main queue.
///
/// On Linux, any thread may run that queue, so `Thread.isMainThread` alone is almost always false.
package enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? Thread.isMainThread }
}
