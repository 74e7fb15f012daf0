import Dispatch

private let mainQueue = DispatchSpecificKey<Bool>()

/// Whether the caller runs on the main queue.
func isMainThread() -> Bool {
  _ = marking
  return DispatchQueue.getSpecific(key: mainQueue) ?? false
}

private let marking: Void = DispatchQueue.main.setSpecific(key: mainQueue, value: true)
