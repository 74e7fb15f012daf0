import Foundation

/// The CPU time of this thread, which does not advance while the machine is busy with other work.
package enum ThreadTime {
  /// Whether the thread sanitizer is active, with which everything takes several times as long.
  package static let isMultiplied = dlsym(nil, "__tsan_init") != nil

  package static func measure(_ body: () -> Void) -> Duration {
    let start = now()
    body()
    return now() - start
  }

  private static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
