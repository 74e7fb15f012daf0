import Puredux

/// A search that a button cancels, and that each change of the text restarts.
struct Search: Feature, Equatable {
  enum Action: Equatable, Sendable { case typed(String), stop, found([String]) }

  var text = ""
  var hits: [String] = []
  var searching = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .typed(let text):
      self.text = text
      // The run for the previous text is stopped, so its result can no longer arrive. The delay waits for further
      // changes, so fast typing starts only one request.
      searching.restart(delay: 0.3)
    case .stop: searching.cancel()
    case .found(let hits):
      self.hits = hits
      searching.succeed()
    }
  }

  static let effects: Effects = [
    .effect(\.searching, name: "search") { search, dispatch in
      Effect { dispatch(.found(["tea", "toast", "coffee", "cake"].filter { $0.hasPrefix(search.text) })) }
    }
  ]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct SearchView: View {
    let store: StateStore<Search, Search.Action>

    var body: some View {
      StoreView(store) { search, dispatch in
        TextField("Search", text: store.binding(\.text) { .typed($0) })
        if search.searching.isInProgress { Button("Stop") { dispatch(.stop) } }
        ForEach(search.hits, id: \.self) { Text($0) }
      }
    }
  }
#endif

extension Study {
  static let cancellation = Study("cancellation", .effects, "Work that is stopped, or replaced by newer work") {
    let stage = Stage(StateStore(feature: Search()) { $0.reduce($1) }) { search in
      let status = search.searching.isInProgress ? "searching" : search.searching.isCancelled ? "stopped" : "idle"
      return "\"\(search.text)\", \(status), \(search.hits)"
    }
    await stage.send(.typed("c"))
    await stage.send(.typed("ca"))
    await stage.wait { !$0.hits.isEmpty }
    await stage.send(.typed("t"))
    await stage.send(.stop)
  }
}
