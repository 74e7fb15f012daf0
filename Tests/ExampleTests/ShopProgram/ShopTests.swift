import ExampleTerminal
import Foundation
import Puredux
import PureduxQuery
import PureduxTesting
import Testing

@testable import ShopProgram

/// A shop whose server runs in the test's process, and responds after a tenth of a second of the test's time.
private struct World {
  let context = TestContext()
  let server: Guarded<ShopServer>
  let isOnline = Guarded(true)
  /// The number of requests, including those without a network.
  let asked = Guarded(0)
  let store: ShopStore

  init(isFlaky: Bool = true, _ shop: Shop? = nil, server: ShopServer? = nil, isOnline starts: Bool = true) {
    isOnline.withLock { $0 = starts }
    let server = Guarded(server ?? ShopServer(isFlaky: isFlaky))
    let (isOnline, asked) = (isOnline, asked)
    store = context.run {
      Shop.makeStore(shop ?? Shop()).asking { request in
        asked.withLock { $0 += 1 }
        guard isOnline.withLock({ $0 }) else { throw ShopAnswer.Failed(description: "There is no network.") }
        try await StoreContext.current.clock.sleep(.milliseconds(100))
        return server.withLock { $0.answer(request) }
      }
    }
    self.server = server
    context.advance(by: .seconds(5))
  }

  func send(_ actions: Shop.Action...) {
    for action in actions { store.dispatch(action) }
    context.runUntilIdle()
  }

  func goOnline(_ isOnline: Bool) {
    self.isOnline.withLock { $0 = isOnline }
    send(.setOnline(isOnline))
  }

  var text: String {
    ShopScreen.rows(store.state, TerminalSize(columns: 80, rows: 24)).map(\.text).joined(separator: "\n")
  }
}

@Suite struct `The shop` {
  @Test func `shows its products although the server fails at times`() {
    let world = World()
    #expect(world.text.contains("› alder tea        2.50  ♡ 7\n  birch syrup"))
    #expect(world.context.misuse.values.isEmpty)
  }

  @Test func `shows a like at once, and reverts a like that the server refuses`() {
    let world = World()
    world.send(.like, .move(ShopServer.refusing), .like)
    #expect(world.text.contains("♥ 8  sending") && world.text.contains("♥ 5  sending"))
    world.context.advance(by: .seconds(10))
    #expect(world.text.contains("♥ 8\n") && world.text.contains("♡ 4\n") && !world.text.contains("sending"))
  }

  @Test func `shares a product between the list and its details`() {
    let world = World(isFlaky: false)
    world.send(.move(1), .open, .like)
    world.context.advance(by: .seconds(1))
    world.send(.close)
    #expect(world.text.contains("birch syrup      4.25  ♥ 7"))
  }

  @Test func `shows more reviews, page by page, to the last`() {
    let world = World()
    world.send(.open)
    world.context.advance(by: .seconds(5))
    #expect(world.text.contains("(5)") && world.text.contains("m more reviews"))
    for _ in 0..<6 {
      world.send(.moreReviews, .moreReviews)
      world.context.advance(by: .seconds(5))
    }
    #expect(world.text.contains("(23)") && world.text.contains("no more reviews"))
  }

  @Test func `sends a basket that was edited offline when the network is back, each edit once`() {
    let world = World()
    world.goOnline(false)
    for _ in 0..<3 { world.send(.put(1)) }
    world.send(.move(1), .put(2), .put(-1))
    #expect(
      world.text.contains("Basket: 3 alder tea, 1 birch syrup (not all sent)") && world.text.contains("5 not sent"))
    world.context.advance(by: .seconds(30))
    #expect(world.server.withLock { $0.counts } == [:])
    world.goOnline(true)
    world.context.advance(by: .seconds(30))
    #expect(world.server.withLock { $0.counts } == [0: 3, 1: 1] && world.store.state.unsent == 0)
    #expect(world.text.contains("Basket: 3 alder tea, 1 birch syrup\n"))
  }

  @Test func `adds to a basket that has not arrived yet`() {
    var shop = Shop()
    shop.catalogue.set([0, 1], for: Shop.everything)
    shop.isOnline = false
    let world = World(isFlaky: false, shop, isOnline: false)
    world.send(.put(1), .put(1))
    #expect(world.text.contains("Basket: 2 of product 0 (not all sent)"))
    world.goOnline(true)
    world.context.advance(by: .seconds(5))
    #expect(world.server.withLock { $0.counts } == [0: 2] && world.store.state.unsent == 0)
  }

  @Test func `repeats no request while there is no network`() {
    let world = World(isFlaky: false)
    world.goOnline(false)
    world.send(.like, .put(1), .put(1))
    world.context.advance(by: .seconds(5))
    let count = world.asked.withLock { $0 }
    world.context.advance(by: .seconds(600))
    #expect(world.asked.withLock { $0 } == count && world.store.state.unsent == 3)
    world.goOnline(true)
    world.context.advance(by: .seconds(5))
    #expect(world.server.withLock { $0.counts } == [0: 2] && world.store.state.unsent == 0)
    #expect(world.text.contains("♥ 8"))
  }

  @Test func `sends a change whose request failed just before the network came back`() {
    let world = World(isFlaky: false)
    world.goOnline(false)
    world.store.dispatch(.put(1))
    // The request fails after the shop has learned that the network is back.
    world.store.dispatch(.setOnline(true))
    world.context.advance(by: .seconds(60))
    world.isOnline.withLock { $0 = true }
    world.context.advance(by: .seconds(5))
    #expect(world.server.withLock { $0.counts } == [0: 1] && world.store.state.unsent == 0)
  }

  @Test func `continues with unsent changes when it is started again`() throws {
    let world = World()
    world.goOnline(false)
    world.send(.put(1), .like)
    var saved = Shop()
    saved.saved = try JSONDecoder().decode(Shop.Saved.self, from: try JSONEncoder().encode(world.store.state.saved))
    let second = World(isFlaky: true, saved, server: world.server.withLock { $0 })
    second.goOnline(true)
    second.context.advance(by: .seconds(30))
    #expect(second.server.withLock { $0.counts } == [0: 1] && second.store.state.unsent == 0)
    #expect(second.text.contains("♥ 8"))
  }

  @Test func `has a server that counts a duplicate change once`() throws {
    var server = ShopServer(isFlaky: false)
    for _ in 0..<3 { _ = server.answer(.like(Like(product: 1, isLiked: true), key: "a")) }
    #expect(try server.answer(.product(1)).product.likes == 7)
    #expect(throws: Refused.self) {
      try server.answer(.like(Like(product: ShopServer.refusing, isLiked: true), key: "b")).product
    }
    #expect(try server.answer(.reviews(1, from: .max)).reviews.items.isEmpty)
    #expect(throws: ShopAnswer.Failed.self) { try server.answer(.product(-1)).product }
  }

  @Test func `reads its options`() {
    #expect(Options([])?.file == nil && Options(["--file", "a"])?.file == "a" && Options(["--help"])?.isHelp == true)
    #expect(Options(["--serve"])?.isServer == true)
    #expect(Options(["--file"]) == nil && Options(["--no-such-argument"]) == nil)
    RecordingOptionsCheck.expectOptions(usage: Options.usage) { Options($0)?.recording }
  }
}
