import Puredux

/// A dot that the user moves, or that tours the corners. The state contains its position; the view animates changes.
struct Dot: Feature, Equatable {
  enum Action: Equatable, Sendable { case move(x: Int, y: Int), tour, arrived, reset }

  static let corners = [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]

  var x = 0
  var y = 0
  var touring = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .move(let x, let y): (self.x, self.y) = (x, y)
    case .tour: touring.restart()
    case .arrived: touring.succeed()
    case .reset:
      touring.cancel()
      (x, y) = (0, 0)
    }
  }

  static let effects: Effects = [
    .effect(\.touring, name: "tour") { _, dispatch in
      Effect {
        for (x, y) in corners {
          dispatch(.move(x: x, y: y))
          try await StoreContext.current.clock.sleep(.milliseconds(250))
        }
        dispatch(.arrived)
      }
    }
  ]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct DotView: View {
    let store: StateStore<Dot, Dot.Action>

    var body: some View {
      StoreView(store) { dot, dispatch in
        Text("●")
          .offset(x: Double(dot.x), y: Double(dot.y))
          .animation(.default, value: [dot.x, dot.y])
        Button("Tour") { dispatch(.tour) }
        Button("Reset") { dispatch(.reset) }
      }
    }
  }
#endif

extension Study {
  static let animations = Study("animations", .basics, "A state that a view animates, step by step") {
    let stage = Stage(StateStore(feature: Dot()) { $0.reduce($1) }) { "at \($0.x), \($0.y)" }
    await stage.send(.move(x: 50, y: 50))
    await stage.send(.tour)
    await stage.wait { $0.x == 100 && $0.y == 100 }
    await stage.send(.reset)
  }
}
