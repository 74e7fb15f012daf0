import Puredux
import PureduxQuery
import PureduxTesting
import Testing

@testable import ShopProgram

@Suite struct `The exploration of the shop` {
  @Test(arguments: explorationSeeds) func `finds nothing`(seed: UInt64) {
    Self.exploration().run(runs: 6, seed: seed)
  }

  @Test func `what is put into the basket twice before the basket has arrived counts twice`() {
    Self.exploration()
      .eventually("both are sent", { $0.server.counts }, equals: { _ in [0: 2] })
      .replay(
        """
        launch
          requests: answered, failed
        wait
        wait
        send .put(1)
        send .put(1)
        """)
  }

  static func exploration() -> Exploration<ShopServer, ShopStore, Shop, Shop.Action> {
    Exploration(server: ShopServer(isFlaky: false)) { outside in
      Shop.makeStore().asking { request in
        try await outside.call("\(request)") { $0.answer(request) }
      }
    } actions: { _ in
      [.move(1), .move(-1), .open, .close, .like, .put(1), .put(-1), .put(2), .moreReviews, .setOnline(true)]
    }
    .always("the cursor is on a product") { $0.state.ids.isEmpty || $0.state.ids.indices.contains($0.state.selected) }
    .always("a review is shown once") { moment in
      moment.state.opened.flatMap { moment.state.reviews.value($0) }.map { Set($0.items).count == $0.items.count }
        ?? true
    }
    .everyTurn("what is put into the basket is added to it") { before, action, after in
      guard case .put(let count)? = action, let id = before.marked, before.basket.value(Shop.everything) != nil else {
        return true
      }
      return (after.counts[id] ?? 0) == max((before.counts[id] ?? 0) + count, 0)
    }
    .healed(by: .setOnline(true))
    .eventually("everything is sent", { $0.state.unsent }, equals: { _ in 0 })
    .eventually("the basket is the server's", { $0.state.counts }, equals: { $0.server.counts })
    .eventually("a like counts once") { moment in
      moment.state.ids.allSatisfy { id in
        moment.state.products.value(id).map { $0.likes == 7 - id + ($0.isLiked ? 1 : 0) } ?? true
      }
    }
    .saves(\.saved, comparing: visibleParts)
  }

  /// What a person sees of the saved part. Which data is in use is not saved.
  private static func visibleParts(of saved: Shop.Saved) -> [String] {
    let ids = saved.catalogue.value(Shop.everything) ?? []
    return ["\(ids)"] + ids.map { "\(saved.products.value($0) as Any)" }
      + (saved.basket.value(Shop.everything) ?? [:]).sorted { $0.key < $1.key }.map { "\($0)" }
      + ["\(saved.products.pending.count) \(saved.basket.pending.count)"]
  }
}
