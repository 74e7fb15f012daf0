import Foundation
import Puredux

// W7: several threads that dispatch to one store.
extension Workload {
  static let threads: [Workload] = [
    Workload("W7", "4 threads", actions: 1_000_000) { dispatchFromFourThreads(&$0) },
    Workload("W7b", "… with one core kept busy by another process", actions: 1_000_000) { meter in
      let busy = Process()
      busy.executableURL = URL(fileURLWithPath: "/bin/sh")
      // Ends with this process if it is stopped halfway.
      busy.arguments = ["-c", "while kill -0 \(ProcessInfo.processInfo.processIdentifier) 2>/dev/null; do :; done"]
      do { try busy.run() } catch { return meter.skip("no other process could be started: \(error)") }
      dispatchFromFourThreads(&meter)
      busy.terminate()
      busy.waitUntilExit()
    },
  ]

  private static func dispatchFromFourThreads(_ meter: inout Meter) {
    let store = SampleStore.make()
    store.perform(times: meter.actions / 10)
    meter.measure {
      onThreads(4, $0 / 4) { store.dispatch(.add(1)) }
      store.waitUntilSettled()
    }
    precondition(store.state.count == meter.actions / 10 + meter.actions / 4 * 4)
  }
}
