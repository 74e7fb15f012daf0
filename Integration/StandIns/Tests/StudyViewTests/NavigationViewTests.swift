import Puredux
import SwiftUI
import Testing
import UIKit

@testable import Studies

/// Receives the states, after all controllers that are updated in the same round.
@MainActor
private final class Fence<State: Sendable, Action: Sendable>: UIStateObserver {
  private let (states, continuation) = AsyncStream.makeStream(of: State.self)

  init(_ store: StateStore<State, Action>) {
    subscribe(store, debounceFor: 0) { [continuation] in continuation.yield($0) }
  }

  func until(_ isReached: (State) -> Bool) async {
    for await state in states where isReached(state) { return }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NavigationViewTests {
  private func show(_ view: some View) -> ViewHost {
    let host = ViewHost(view)
    host.appear()
    return host
  }

  @Test(arguments: [false, true])
  func `an article opens at once as a screen or a sheet, and shows its text later`(isSheet: Bool) async {
    let (texts, server) = AsyncStream.makeStream(of: String.self)
    let store = Dependencies.with {
      $0.article = { _ in
        for await text in texts { return text }
        throw Offline()
      }
    } operation: {
      StateStore(feature: Magazine(), runner: .main) { $0.reduce($1) }
    }
    let host = show(MagazineView(store: store, isSheet: isSheet))
    await host.until { host.texts == ["Open"] }
    host.tap("Open")
    await host.until { host.texts.contains("Loading") }
    server.yield("The text")
    await host.until { host.texts.contains("The text") }
    host.dismiss()
    await host.until { host.texts == ["Open"] }
    #expect(store.state.article == nil)
  }

  @Test func `a book opens when it is loaded`() async {
    let store = Dependencies.with {
      $0.article = { "Book \($0)" }
    } operation: {
      StateStore(feature: Library(), runner: .main) { $0.reduce($1) }
    }
    let host = show(LibraryView(store: store))
    await host.until { host.texts == ["Open 1", "Open 2"] }
    host.tap("Open 2")
    await host.until { host.texts.contains("Book 2") }
    host.dismiss()
    await host.until { !host.texts.contains("Book 2") }
  }

  @Test func `a sheet edits a copy, which is saved or thrown away`() async {
    let store = StateStore(feature: AddressBook(), runner: .main) { $0.reduce($1) }
    let host = show(AddressBookView(store: store))
    await host.until { host.texts == ["Ada", "Lin"] }
    host.tap("Ada")
    await host.until { host.texts.contains("Save") }
    host.type("Ada L.", into: "Name")
    host.tap("Save")
    await host.until { host.texts == ["Ada L.", "Lin"] }
    host.tap("Lin")
    await host.until { host.texts.contains("Save") }
    host.type("Nobody", into: "Name")
    host.dismiss()
    await host.until { host.texts == ["Ada L.", "Lin"] }
    #expect(store.state.form == nil)
  }

  @Test func `one of two sheets is open`() async {
    let store = StateStore(feature: Inventory(), runner: .main) { $0.reduce($1) }
    let host = show(InventoryView(store: store))
    await host.until { host.texts == ["Add", "Timer"] }
    host.tap("Add")
    await host.until { host.texts.contains("Save") }
    host.type("Lamp", into: "Name")
    host.tap("Save")
    await host.until { host.texts == ["Lamp", "Add", "Timer"] }
    host.tap("Timer")
    await host.until { host.texts.contains("Start") }
    host.dismiss()
    await host.until { !host.texts.contains("Start") }
    #expect(store.state.destination == .none)
  }

  @Test func `going back ends the screens above`() async {
    let store = StateStore(feature: Levels(), runner: .main) { $0.reduce($1) }
    let host = show(LevelsView(store: store))
    await host.until { host.texts == ["Push"] }
    host.tap("Push")
    await host.until { host.texts.contains("Push above 1") }
    host.tap("Push above 1")
    await host.until { host.texts.contains("Push above 2") }
    host.goBack()
    await host.until { !host.texts.contains("Push above 2") && host.texts.contains("Push above 1") }
    #expect(store.state.route == [1])
  }

  @Test func `labels of a view controller follow parts of the state`() async {
    let store = StateStore(feature: CounterList(), runner: .main) { $0.reduce($1) }
    let controller = CounterListController(store: store)
    controller.loadViewIfNeeded()
    #expect(controller.sumLabel.text == "sum 0" && controller.countLabel.text == "0 counters")
    controller.addTapped()
    controller.moreTapped(row: 1)
    await Fence(store).until { $0.sum == 1 }
    #expect(controller.sumLabel.text == "sum 1" && controller.countLabel.text == "1 counters")
  }

  @Test func `controllers follow the path, and going back changes the path`() async {
    let store = StateStore(feature: Places(), runner: .main) { $0.reduce($1) }
    let controller = UINavigationController(rootViewController: UIViewController())
    controller.follow(store)
    let fence = Fence(store)
    store.dispatch(.open(1))
    store.dispatch(.open(2))
    await fence.until { $0.path == [1, 2] }
    #expect((controller.topViewController as? PlaceController)?.place == 2)
    controller.popViewController(animated: true)
    await fence.until { $0.path == [1] }
    store.dispatch(.showAbout)
    await fence.until { $0.about != nil }
    #expect((controller.presentedViewController as? PlaceController)?.place == 0)
    controller.sweepDown()
    await fence.until { $0.about == nil }
  }
}
