import Puredux

/// A timer that runs while a value in the state is true, on a clock that a test advances.
struct EggTimer: Feature, Equatable {
  enum Action: Equatable, Sendable { case startOrPause, tick, reset }

  var left = 5
  var isRunning = false

  mutating func reduce(_ action: Action) {
    switch action {
    case .startOrPause: isRunning = !isRunning && left > 0
    case .tick:
      left -= 1
      isRunning = left > 0
    case .reset: self = EggTimer()
    }
  }

  static let effects: Effects = [
    .effect(toggle: \.isRunning, name: "ticks") { _, dispatch in
      Effect {
        while true {
          try await StoreContext.current.clock.sleep(.milliseconds(100))
          dispatch(.tick)
        }
      }
    }
  ]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct EggTimerView: View {
    let store: StateStore<EggTimer, EggTimer.Action>

    var body: some View {
      StoreView(store) { timer, dispatch in
        Text(timer.left == 0 ? "Done" : "\(timer.left)")
        Button(timer.isRunning ? "Pause" : "Start") { dispatch(.startOrPause) }
        Button("Reset") { dispatch(.reset) }
      }
    }
  }
#endif

extension Study {
  static let timers = Study("timers", .effects, "A timer that runs while a value is true") {
    let stage = Stage(StateStore(feature: EggTimer()) { $0.reduce($1) }) {
      "\($0.left) \($0.isRunning ? "and running" : $0.left == 0 ? "and done" : "and paused")"
    }
    await stage.send(.startOrPause)
    await stage.wait { $0.left == 3 }
    await stage.send(.startOrPause)
    await stage.send(.startOrPause)
    await stage.wait { $0.left == 0 }
  }
}
