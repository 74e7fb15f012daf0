import Foundation
import Puredux

// W18, W19: from an action until a user interface has displayed it. The main thread runs the workloads and also
// displays the updates, so a workload waits for its updates by running the run loop.
extension Workload {
  static let bindings: [Workload] = [
    Workload("W18", "one action, until a bound view has shown it", actions: 20_000) { meter in
      updates(&meter) { store, screen, answer in
        screen.subscribe(store, debounceFor: 0) { _ in answer.give() }
      }
    },
    Workload("W18p", "… with props from the presentation queue", actions: 20_000) { meter in
      updates(&meter) { store, screen, answer in
        screen.subscribe(store, props: { state, _ in state.count }, debounceFor: 0) { _ in answer.give() }
      }
    },
    views("W19", 100),
    views("W19-1k", 1_000),
  ]

  private static func views(_ name: String, _ count: Int) -> Workload {
    Workload(name, "… with \(count) bound views, of which one changes", actions: 20_000) { meter in
      updates(&meter) { store, screen, answer in
        screen.subscribe(store, removeStateDuplicates: .equal { $0.count }, debounceFor: 0) { _ in answer.give() }
        for index in 1..<count {
          screen.subscribe(store, removeStateDuplicates: .equal { $0.values[index % 100] }, debounceFor: 0) { _ in }
        }
      }
    }
  }

  private static func updates(
    _ meter: inout Meter, _ bind: (SampleStore, Screen, Answer) -> Void
  ) {
    let (store, screen, answer) = (SampleStore.make(), Screen(), Answer.spinning)
    bind(store, screen, answer)
    answer.waitOnMain()
    store.waitUntilSettled()
    meter.measureLatencies { actions in
      (0..<actions).map { _ in
        time {
          store.dispatch(.add(1))
          answer.waitOnMain()
        }
      }
    }
    withExtendedLifetime(screen) {}
  }
}

private final class Screen: UIStateObserver {}

extension Answer {
  /// Waits on the main thread, which continues its other work in the meantime.
  fileprivate func waitOnMain() {
    guard case .flag(let flag) = self else { return wait() }
    while !flag.isRaised { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    flag.lower()
  }
}
