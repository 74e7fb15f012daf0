import Puredux

/// A list with pull-to-refresh. The indicator is shown until the work has ended.
struct Headlines: Feature, Equatable {
  enum Action: Sendable { case refresh, stop, loaded([String]), failed(any Error) }

  var lines: [String] = []
  var loading = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .refresh: loading.restart()
    case .stop: loading.cancel()
    case .loaded(let lines):
      self.lines = lines
      loading.succeed()
    case .failed(let error): loading.fail(error)
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "headlines", onFailure: { .failed($0) }) { _, dispatch in
      Effect { dispatch(.loaded(try await Dependencies[\.headlines]())) }
    }
  ]
}

extension StateStore<Headlines, Headlines.Action> {
  /// Loads the headlines, and returns when the work has ended. Stops the work if the caller is cancelled.
  func refresh() async {
    await send(.refresh)
    for await state in states() where !state.loading.isInProgress { return }
    dispatch(.stop)
  }
}

extension Dependencies {
  @DependencyEntry var headlines: @Sendable () async throws -> [String] = {
    try await StoreContext.current.clock.sleep(.milliseconds(200))
    return ["Stores restocked", "Effects explained"]
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct HeadlinesView: View {
    let store: StateStore<Headlines, Headlines.Action>

    var body: some View {
      StoreView(store) { headlines, dispatch in
        List { ForEach(headlines.lines, id: \.self) { Text($0) } }
          .refreshable { await store.refresh() }
        if headlines.loading.isInProgress { Button("Stop") { dispatch(.stop) } }
      }
    }
  }
#endif

extension Study {
  static let refreshable = Study("refreshable", .effects, "Pull-to-refresh that waits for its work") {
    let store = StateStore(feature: Headlines()) { $0.reduce($1) }
    print("    \(store.state.lines)")
    print("  > a pull")
    await store.refresh()
    print("    \(store.state.lines)")
  }
}
