import Puredux
import SwiftUI
import Testing

@testable import Studies

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BasicsViewTests {
  private func show(_ view: some View) -> ViewHost {
    let host = ViewHost(view)
    host.appear()
    return host
  }

  @Test func `each of two counters shows its own number`() async {
    let store = StateStore(feature: TwoCounters(), runner: .main) { $0.reduce($1) }
    let host = show(TwoCountersView(store: store))
    await host.until { host.texts == ["Less", "0", "More", "Less", "0", "More"] }
    host.tap("More")
    await host.until { host.texts == ["Less", "1", "More", "Less", "0", "More"] }
  }

  @Test func `controls write to the state, and show the value that the reducer stored`() async {
    let store = StateStore(feature: Player(), runner: .main) { $0.reduce($1) }
    let host = show(PlayerView(store: store))
    await host.until { host.texts.contains("volume 5") }
    host.type("Kitchen", into: "Name")
    host.tap("Muted")
    await host.until { host.texts.contains("silent") }
    host.tap("Volume")
    await host.until { host.texts.contains("volume 6") }
    #expect(store.state == Player(name: "Kitchen", isMuted: false, volume: 6))
  }

  @Test func `the focus follows the state, and the state the focus`() async {
    let store = StateStore(feature: Registration(), runner: .main) { $0.reduce($1) }
    let host = show(RegistrationView(store: store))
    await host.until { host.texts.contains("Register") }
    host.tap("Register")
    await host.until { host.isFocused("Email") }
    host.type("ada@example.com", into: "Email")
    store.dispatch(.edit(.age(36)))
    host.focus("Age")
    await host.until { store.state.focus == .age }
    host.tap("Register")
    await host.until { host.texts.contains("Welcome") && !host.isFocused("Age") }
  }

  @Test func `a confirmation dialog and an alert are answered`() async {
    let store = StateStore(feature: Basket(), runner: .main) { $0.reduce($1) }
    let host = show(BasketView(store: store))
    await host.until { host.texts.contains("2 in the basket") }
    host.tap("Empty")
    await host.until { host.texts.contains("Empty the basket?") }
    host.tap("Keep one")
    await host.until { host.texts.contains("1 in the basket") && !host.texts.contains("Keep one") }
    host.tap("Pay")
    await host.until { host.texts.contains("Paid for 1.") }
    host.tap("OK")
    await host.until { !host.texts.contains("OK") }
    #expect(store.state.notice == nil)
  }

  @Test func `a tour of the dot starts and is reset`() async {
    let store = StateStore(feature: Dot(x: 50, y: 50), runner: .main) { $0.reduce($1) }
    let host = show(DotView(store: store))
    await host.until { host.texts.contains("Tour") }
    host.tap("Tour")
    #expect(store.state.touring.isInProgress)
    host.tap("Reset")
    #expect(store.state.touring.isCancelled && store.state.x == 0)
  }

  @Test func `a stopwatch is shown and hidden`() async {
    let store = StateStore(feature: Track(), runner: .main) { $0.reduce($1) }
    let host = show(TrackView(store: store))
    await host.until { host.texts == ["Show"] }
    host.tap("Show")
    await host.until { host.texts.contains { $0.hasSuffix("tenths of a second") } }
    host.tap("Hide")
    await host.until { host.texts == ["Show"] }
  }
}
