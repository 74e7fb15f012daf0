import PureduxBindings
import PureduxTesting
import Testing

@MainActor
private final class Label: UIStateObserver {
  var text = "" {
    didSet { shown.show(text) }
  }
  let shown = Shown<String>()
  private let held: AnyObject?

  init(holding held: AnyObject? = nil) { self.held = held }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PartTests {
  private let store = Counting.store()

  @Test func `a property is set at once, and then when its part has changed`() async {
    let label = Label()
    await store.send(.name("a"))
    label.bind(\.text, to: \.title, of: store, rate: .debounce(0))
    #expect(label.text == "a")
    await store.send(.add(1))
    await store.send(.name("b"))
    #expect(await label.shown.next() == "a")
    #expect(await label.shown.next() == "b")
    #expect(label.shown.values == ["a", "b"])
  }

  @Test func `a part is shown at once, and then when it has changed`() async {
    let (screen, shown) = (Screen(), Shown<Int>())
    screen.subscribe(store, \.count, rate: .debounce(0)) { shown.show($0) }
    #expect(shown.values == [0])
    await store.send(.name("a"))
    await store.send(.add(1))
    #expect(await shown.next() == 0)
    #expect(await shown.next() == 1)
  }

  @Test func `a binding of a property does not keep the object alive`() async {
    let probe = ReleaseProbe("the label")
    var label: Label? = Label(holding: probe.token())
    label?.bind(\.text, to: \.title, of: store)
    label = nil
    // The thread of the store may be checking whether the label was released, and retains the label during the check.
    await probe.released()
  }
}
