import Puredux
import PureduxQuery

/// A product from a server, which is cached, and can be liked before the server has confirmed the like.
struct Tea: Codable, Equatable, Sendable {
  var name: String
  var isLiked = false
}

/// A change states its result, because it may be applied again to a newer response.
struct Liking: PendingChange, Codable {
  let tea: Int
  let isLiked: Bool

  var keys: [Int] { [tea] }
  func apply(to tea: inout Tea, of key: Int) { tea.isLiked = isLiked }
}

struct TeaShop: Feature {
  enum Action: Sendable { case teas(EditableQueryAction<Liking>), like(Int, Bool) }

  var teas = EditableQueryState<Liking>(QueryPolicy(staleAfter: .seconds(60)))

  mutating func reduce(_ action: Action) {
    switch action {
    case .teas(let action): teas.reduce(action)
    case .like(let tea, let isLiked): teas.add(Liking(tea: tea, isLiked: isLiked))
    }
  }

  /// The store, and a handle with a store for each tea.
  static func store() -> (StateStore<TeaShop, Action>, EditableStoreQueries<Liking, Action>) {
    let store = StateStore(feature: TeaShop()) { $0.reduce($1) }
    let teas = store.queries({ $0.teas }, action: Action.teas) { id in
      try await StoreContext.current.clock.sleep(.milliseconds(100))
      return Tea(name: "Tea \(id)")
    } send: { liking, _ in
      // The server refuses likes of the second tea: the change is rolled back to the confirmed value.
      try await StoreContext.current.clock.sleep(.milliseconds(100))
      if liking.tea == 2 { throw Refused() }
      return [liking.tea: Tea(name: "Tea \(liking.tea)", isLiked: liking.isLiked)]
    }
    return (store, teas)
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct TeaView: View {
    let store: StateStore<TeaShop, TeaShop.Action>
    let teas: EditableStoreQueries<Liking, TeaShop.Action>
    let id: Int

    var body: some View {
      EntryView(teas, id) { tea, entry in
        Text(tea.name + (entry.isPending ? ", sending" : ""))
        Button(tea.isLiked ? "♥" : "♡") { store.dispatch(.like(id, !tea.isLiked)) }
      } loading: {
        ProgressView()
      } failure: { failure, retry in
        Button(failure.text, action: retry)
      }
    }
  }
#endif

extension Study {
  static let optimisticChange = Study("optimistic-change", .serverData, "A query, and a change that is shown at once") {
    let (store, teas) = TeaShop.store()
    for id in [1, 2] {
      let stage = Stage(teas[id]) { entry in
        entry.value.map { "\($0.name) \($0.isLiked ? "♥" : "♡")\(entry.isPending ? ", sending" : "")" } ?? "loading"
      }
      await stage.wait { $0.value != nil }
      print("  > like(\(id))")
      await store.send(.like(id, true))
      await stage.wait { !$0.isPending && $0.value != nil }
    }
  }
}
