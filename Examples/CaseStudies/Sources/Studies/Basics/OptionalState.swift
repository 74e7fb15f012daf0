import Puredux

/// A part that comes and goes. Its work starts when it appears, and ends when it becomes nil.
struct Stopwatch: Feature, Equatable {
  enum Action: Equatable, Sendable { case tick }

  var tenths = 0

  mutating func reduce(_ action: Action) { tenths += 1 }

  static let effects: Effects = [
    .effect(whilePresent: "clock") { _, dispatch in
      Effect {
        while true {
          try await StoreContext.current.clock.sleep(.milliseconds(100))
          dispatch(.tick)
        }
      }
    }
  ]
}

struct Track: Feature, Equatable {
  enum Action: Equatable, Sendable { case showOrHide, stopwatch(Stopwatch.Action) }

  var stopwatch: Stopwatch?

  mutating func reduce(_ action: Action) {
    switch action {
    case .showOrHide: stopwatch = stopwatch == nil ? Stopwatch() : nil
    case .stopwatch(let action): stopwatch?.reduce(action)
    }
  }

  static let effects: Effects = [.part(\.stopwatch, Action.stopwatch)]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct TrackView: View {
    let store: StateStore<Track, Track.Action>

    var body: some View {
      StoreView(store) { track, dispatch in
        Button(track.stopwatch == nil ? "Show" : "Hide") { dispatch(.showOrHide) }
        if let stopwatch = track.stopwatch { Text("\(stopwatch.tenths) tenths of a second") }
      }
    }
  }
#endif

extension Study {
  static let optionalState = Study("optional-state", .basics, "A part that comes and goes, with its work") {
    let stage = Stage(StateStore(feature: Track()) { $0.reduce($1) }) { track in
      track.stopwatch.map { "\($0.tenths) tenths of a second" } ?? "no stopwatch"
    }
    await stage.send(.showOrHide)
    await stage.wait { $0.stopwatch?.tenths == 3 }
    await stage.send(.showOrHide)
  }
}
