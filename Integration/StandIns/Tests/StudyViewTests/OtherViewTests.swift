import Puredux
import PureduxCollections
import PureduxQuery
import SwiftUI
import Testing

@testable import Studies

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct OtherViewTests {
  private func show(_ view: some View) -> ViewHost {
    let host = ViewHost(view)
    host.appear()
    return host
  }

  @Test func `a folder shows the folders in it`() async {
    let store = StateStore(feature: Folder(id: 0, name: "a"), runner: .main) { $0.reduce($1) }
    let host = show(FolderView(store: store))
    await host.until { host.texts == ["a", "Add to a"] }
    host.tap("Add to a")
    await host.until { host.texts.contains("Add to a.0") }
    host.tap("Add to a.0")
    await host.until { host.texts.contains("a.0.0") }
  }

  @Test func `each city has a button for its map`() async {
    let store = StateStore(feature: Atlas(), runner: .main) { $0.reduce($1) }
    let host = show(AtlasView(store: store))
    await host.until { host.texts == ["Bern 0%", "Oslo 0%"] }
    host.tap("Oslo 0%")
    await host.until { host.texts == ["Bern 0%", "Oslo is here"] }
    host.tap("Oslo is here")
    await host.until { host.texts.contains("Delete it?") }
    host.tap("Delete")
    await host.until { host.texts == ["Bern 0%", "Oslo 0%"] }
  }

  @Test func `a refused heart shows a notice`() async {
    let store = Dependencies.with {
      $0.setFavorite = { _, _ in throw Offline() }
    } operation: {
      StateStore(feature: Favorite(subject: 1), runner: .main) { $0.reduce($1) }
    }
    let host = show(FavoriteButton(store: store))
    await host.until { host.texts == ["♡ 1"] }
    host.tap("♡ 1")
    await host.until { host.texts.contains("That did not work.") }
    host.tap("OK")
    await host.until { host.texts == ["♡ 1"] }
  }

  @Test func `a liked tea shows its heart`() async {
    let (store, teas) = TeaShop.store()
    let host = show(TeaView(store: store, teas: teas, id: 1))
    await host.until { host.texts == ["Tea 1", "♡"] }
    host.tap("♡")
    await host.until { host.texts == ["Tea 1", "♥"] }
  }

  @Test func `a list loads its next page`() async {
    let (_, posts) = Timeline.store()
    let host = show(TimelineView(posts: posts))
    // The end of the list is on the screen until all pages are there.
    await host.until { host.texts.count == 9 }
    #expect(host.texts.last == "Ada 9")
  }

  @Test func `messages in the outbox are shown`() async {
    let store = Dependencies.with {
      $0.post = { _, _ in throw Offline() }
    } operation: {
      StateStore(feature: Outbox(), runner: .main) { $0.reduce($1) }
    }
    let host = show(OutboxView(store: store))
    await host.until { host.texts == ["Write"] }
    host.tap("Write")
    await host.until { host.texts.contains("hello") && host.texts.contains { $0.hasPrefix("sending, attempt") } }
  }

  @Test func `a drag of the slider is undone in one step`() async {
    let store = StateStore(feature: PhotoEditor(), runner: .main) { $0.reduce($1) }
    let host = show(PhotoEditorView(store: store))
    await host.until { host.texts.contains("Photo: 50") }
    host.drag([55, 63, 70])
    await host.until { host.texts.contains("Photo: 70") }
    host.tap("Undo Brightness")
    await host.until { host.texts.contains("Photo: 50") }
  }

  @Test func `a packed row leaves the list`() async {
    let store = StateStore(feature: Warehouse(count: 3), runner: .main) { $0.reduce($1) }
    let host = show(WarehouseView(items: store.unpacked))
    await host.until { host.texts == ["Pack 0", "Pack 1", "Pack 2"] }
    host.tap("Pack 1")
    await host.until { host.texts == ["Pack 0", "Pack 2"] }
  }

  @Test func `readings of another process are shown`() async {
    let store = StateStore(feature: Readings(), runner: .main) { $0.reduce($1) }
    let host = show(ReadingsView(store: store))
    store.dispatch(.measured(20.5))
    await host.until { host.texts == ["20.5°"] }
  }

  @Test func `a model's view shows each tick`() async {
    let host = show(ClockView(model: StoreModel(StateStore(feature: Clock(), runner: .main) { $0.reduce($1) })))
    await host.until { host.texts.contains("Clock: 0") }
    host.tap("Tick")
    await host.until { host.texts.contains("Clock: 1") }
  }

  @Test func `the cart shows its wrong total`() async {
    let host = show(CartView(store: Cart.store()))
    await host.until { host.texts.contains("0 lines, total 0") }
    host.tap("Add")
    await host.until { host.texts.contains("1 lines, total 4") }
    host.tap("Add")
    await host.until { host.texts.contains("2 lines, total 8") }
    host.tap("Remove")
    await host.until { host.texts.contains("0 lines, total 4") }
  }

  @Test func `a like shows at once`() async {
    let store = Likes.store { _ in }
    let host = show(LikesView(store: store))
    await host.until { host.texts == ["♡"] }
    host.tap("♡")
    await host.until { host.texts == ["♥"] }
  }
}
