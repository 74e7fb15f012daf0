import Foundation
import LockBaseline
import Puredux

// W17: reading a dependency, compared with reading a value under a lock.
extension Workload {
  static let dependencies: [Workload] = [
    Workload("B1-read", "read a closure under a lock", actions: 1_000_000) { meter in
      let (store, tally) = (LockedStore<() -> Int, Void>({ 1 }) { _, _ in }, Tally())
      meter.measure { for _ in 0..<$0 { tally.add(store.current()()) } }
      precondition(tally.calls == meter.actions)
    },
    Workload("W17", "read a dependency, a closure", actions: 1_000_000) { read(&$0) },
    Workload("W17-override", "… with an override in force", actions: 1_000_000) { meter in
      Dependencies.with {
        $0.measured = { 2 }
      } operation: {
        read(&meter)
      }
    },
  ]

  private static func read(_ meter: inout Meter) {
    let tally = Tally()
    meter.measure { for _ in 0..<$0 { tally.add(Dependencies[\.measured]()) } }
    precondition(tally.calls == meter.actions)
  }
}

extension Dependencies {
  @DependencyEntry fileprivate var measured = { 1 }
}
