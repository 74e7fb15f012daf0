import Puredux

/// A stack of screens, each with a state and work of its own.
struct Level: Feature, Equatable, Identifiable {
  enum Action: Equatable, Sendable { case tick }

  let id: Int
  var ticks = 0

  mutating func reduce(_ action: Action) { ticks += 1 }

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

struct Levels: Feature, Equatable {
  enum Action: Equatable, Sendable {
    case push
    case navigated(PathChange<Int>)
    case level(Level.ID, Level.Action)
  }

  var path: OrderedState<Level> = []
  /// The path for a navigation stack: the identities of the screens.
  var route: [Int] { path.map(\.id) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .push: path.append(Level(id: path.count + 1))
    case .navigated(let change): for id in change.left { path.remove(id: id) }
    case .level(let id, let action): path[id: id]?.reduce(action)
    }
  }

  static let effects: Effects = [.parts(\.path, Action.level)]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct LevelsView: View {
    let store: StateStore<Levels, Levels.Action>

    var body: some View {
      StoreView(store, \.route) { _ in
        NavigationStack(path: store.path(\.route) { .navigated($0) }) {
          Button("Push") { store.dispatch(.push) }
            .navigationDestination(for: Int.self) { id in
              StoreView(store.part(\.path, initial: Level(id: id), Levels.Action.level)) { level, _ in
                Text("Level \(level.id): \(level.ticks)")
                Button("Push above \(id)") { store.dispatch(.push) }
              }
            }
        }
      }
    }
  }
#endif

extension Study {
  static let stack = Study("stack", .navigation, "A stack of screens, each with work of its own") {
    let stage = Stage(StateStore(feature: Levels()) { $0.reduce($1) }) { levels in
      levels.path.isEmpty ? "the root" : levels.path.map { "level \($0.id): \($0.ticks)" }.joined(separator: ", ")
    }
    await stage.send(.push)
    await stage.wait { $0.path.first?.ticks == 2 }
    await stage.send(.push)
    await stage.wait { $0.path.last?.ticks == 2 }
    await stage.send(.navigated(PathChange(from: [1, 2], to: [])))
  }
}
