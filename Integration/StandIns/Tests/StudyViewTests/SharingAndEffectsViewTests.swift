import Foundation
import Puredux
import PureduxPersistence
import PureduxTesting
import SwiftUI
import Testing

@testable import Studies

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SharingAndEffectsViewTests {
  private func show(_ view: some View) -> ViewHost {
    let host = ViewHost(view)
    host.appear()
    return host
  }

  @Test func `two views share a store without a parameter`() async {
    // Set for the whole process, because later evaluations of a view are outside the scope that created it.
    SharedStores[\.tally] = StateStore(feature: Tally(), runner: .main) { $0.reduce($1) }
    let (adding, tally) = (show(AddingView()), show(TallyView()))
    await tally.until { tally.texts.contains("total 0, largest 0") }
    adding.tap("Add 7")
    await tally.until { tally.texts.contains("total 7, largest 7") }
    tally.tap("Clear")
    await tally.until { tally.texts.contains("total 0, largest 0") }
  }

  @Test func `settings are changed by buttons and a switch`() async {
    let (store, saving) = Reading.store(in: MemoryStorage())
    let host = show(ReadingView(store: store))
    await host.until { host.texts.contains("size 12") }
    host.tap("Larger")
    host.tap("Dark")
    await host.until { host.texts.contains("size 13") && store.state.isDark }
    await saving.flush()
  }

  @Test func `the steps of a registration are a stack`() async {
    let store = StateStore(feature: Onboarding(), runner: .main) { $0.reduce($1) }
    let host = show(OnboardingView(store: store))
    await host.until { host.text(in: "Name") == "" }
    host.type("Ada", into: "Name")
    host.tap("Next")
    await host.until { host.texts.contains("Swift") }
    host.goBack()
    await host.until { !host.texts.contains("Swift") }
    host.tap("Next")
    await host.until { host.texts.contains("Swift") }
    host.tap("Swift")
    host.tap("Next")
    await host.until { host.texts.contains("Change Ada") }
    host.tap("Next")
    await host.until { host.texts.contains("Welcome, Ada") }
  }

  @Test func `a dish is ordered, cooked and served`() async {
    let store = StateStore(feature: Restaurant(), runner: .main) { $0.reduce($1) }
    let host = show(RestaurantView(store: store))
    await host.until { host.texts.contains("0 orders") }
    host.tap("Order soup")
    await host.until { host.texts.contains("Serve soup") }
    host.tap("Serve soup")
    await host.until { !host.texts.contains("Serve soup") }
    #expect(store.state.waiter.served == ["soup"])
  }

  @Test func `a fact or an error is shown`() async {
    let store = Dependencies.with {
      $0.fact = { number in
        if number == 2 { throw Offline() }
        return "\(number) is first"
      }
    } operation: {
      StateStore(feature: Facts(), runner: .main) { $0.reduce($1) }
    }
    let host = show(FactsView(store: store))
    await host.until { host.texts.contains("1") }
    host.tap("Ask")
    await host.until { host.texts.contains("1 is first") }
    host.tap("1")
    await host.until { host.texts.contains("2") }
    host.tap("Ask")
    await host.until { host.texts.contains("Offline()") }
  }

  @Test func `a search is typed, found and stopped`() async {
    let store = StateStore(feature: Search(), runner: .main) { $0.reduce($1) }
    let host = show(SearchView(store: store))
    await host.until { host.text(in: "Search") == "" }
    host.type("ca", into: "Search")
    await host.until { host.texts.contains("cake") }
    // Both are reduced before the search for the new text can end.
    host.type("t", into: "Search")
    store.dispatch(.stop)
    #expect(store.state.searching.isCancelled && store.state.hits == ["cake"])
    await host.until { host.text(in: "Search") == "t" && !host.texts.contains("Stop") }
  }

  @Test func `screenshots count while the gallery is open`() async {
    let (stream, notifications) = AsyncStream.makeStream(of: Void.self)
    let store = Dependencies.with {
      $0.screenshots = { stream }
    } operation: {
      StateStore(feature: Gallery(), runner: .main) { $0.reduce($1) }
    }
    let host = show(GalleryView(store: store))
    await host.until { host.texts == ["Open"] }
    host.tap("Open")
    await host.until { host.texts.contains("0 screenshots") }
    notifications.yield()
    await host.until { host.texts.contains("1 screenshots") }
    host.tap("Close")
    await host.until { host.texts == ["Open"] }
  }

  @Test func `a pull ends when the headlines have been loaded`() async {
    let store = Dependencies.with {
      $0.headlines = { ["new"] }
    } operation: {
      StateStore(feature: Headlines(), runner: .main) { $0.reduce($1) }
    }
    let host = show(HeadlinesView(store: store))
    #expect(await host.pull())
    await host.until { host.texts == ["new"] }
  }

  @Test func `an egg timer starts, pauses and is reset`() async {
    let store = StateStore(feature: EggTimer(left: 900), runner: .main) { $0.reduce($1) }
    let host = show(EggTimerView(store: store))
    await host.until { host.texts.contains("Start") }
    host.tap("Start")
    await host.until { host.texts.contains("Pause") }
    host.tap("Pause")
    await host.until { host.texts.contains("Start") }
    host.tap("Reset")
    await host.until { host.texts.contains("5") }
  }

  @Test func `a chat connects, sends and leaves`() async {
    let store = Dependencies.with {
      $0.socket = .echo()
    } operation: {
      StateStore(feature: Chat(), runner: .main) { $0.reduce($1) }
    }
    let host = show(ChatView(store: store))
    await host.until { host.texts == ["Connect"] }
    host.tap("Connect")
    await host.until { host.texts.contains("Say hello") }
    host.tap("Say hello")
    await host.until { host.texts.contains("HELLO") }
    host.tap("Leave")
    await host.until { host.texts.contains("Connect") }
  }

  @Test func `an entry of the diary is written`() async {
    let store = StateStore(feature: Diary(), runner: .main) { $0.reduce($1) }
    let host = show(DiaryView(store: store))
    await host.until { host.texts == ["Write"] }
    host.tap("Write")
    await host.until { host.texts == ["Entry 1", "Write"] }
  }

  @Test func `a plan signs out`() async {
    let store = StateStore(feature: Account(draft: nil), runner: .main) { $0.reduce($1) }
    let host = show(AccountView(store: store))
    await host.until { host.texts.contains("Signed in") }
    host.tap("Sign out")
    await host.until { host.texts.contains("Signed out") }
  }
}
