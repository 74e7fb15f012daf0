import Puredux

/// An observable object of a store: a view that reads a part is evaluated only if that part has changed.
struct Clock: Feature, Equatable {
  enum Action: Equatable, Sendable { case tick, rename(String) }

  var title = "Clock"
  var seconds = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .tick: seconds += 1
    case .rename(let title): self.title = title
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct ClockView: View {
    let model: StoreModel<Clock, Clock.Action>

    var body: some View {
      // Reads two parts. A view that reads only `title` would not be evaluated at a tick.
      Text("\(model.title): \(model.seconds)")
      Button("Tick") { model.dispatch(.tick) }
    }
  }
#endif

extension Study {
  static let storeModel = Study("store-model", .tools, "An observable object for views that read parts of a state") {
    await demonstrateModel()
  }

  @MainActor private static func demonstrateModel() async {
    let store = StateStore(feature: Clock()) { $0.reduce($1) }
    let model = StoreModel(store)
    for action in [Clock.Action.tick, .rename("Watch"), .tick] {
      print("  > \(plain(action))")
      await store.send(action)
      print("    \(model.title): \(model.seconds)")
    }
  }
}
