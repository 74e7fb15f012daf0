import Dispatch
import PureduxCore

/// Waits on this thread for asynchronous work.
@discardableResult
func wait<Result: Sendable>(for work: @escaping @Sendable () async -> Result) -> Result? {
  let (done, result) = (DispatchSemaphore(value: 0), Guarded<Result?>(nil))
  Task {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return result.withLock { $0 }
}
