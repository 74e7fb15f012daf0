import PureduxTesting
import Testing

@testable import PureduxCore
@testable import PureduxRecording

@Suite struct `A log of a store` {
  private struct Cart: Sendable, Equatable { var items: [String] = [], total = 0 }
  private enum CartAction: Sendable { case add(String, price: Int), clear, wait }

  private let texts = Recorder<String>()
  private let store = StateStore<Cart, CartAction>(Cart(), named: "cart") { cart, action in
    switch action {
    case .add(let title, let price):
      cart.items.append(title)
      cart.total += price
    case .clear: cart = Cart()
    case .wait: break
    }
  }

  /// The texts without the times, which differ between runs.
  private var timeless: [String] {
    texts.values.map { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines[0] = String(lines[0].dropFirst("00:00:00.000 ".count))
      lines[0] = lines[0].replacing(/, [0-9.]+ (µs|ms|s)/, with: "")
      return lines.joined(separator: "\n")
    }
  }

  private func log(
    changes: Bool = true, slowerThan limit: Duration = .seconds(3600), redact: (@Sendable (Any) -> Any)? = nil,
    where isPrinted: (@Sendable (RecordedEvent) -> Bool)? = nil
  ) -> StoreLog {
    store.log(to: texts.record, slowerThan: limit, changes: changes, redact: redact, where: isPrinted)
  }

  @Test func `prints the store, the line and the changes of each action`() async {
    let log = log()
    store.dispatch(.add("tea", price: 4))
    store.dispatch(.wait)
    store.dispatch(.clear)
    await log.settled()
    #expect(
      timeless == [
        """
        cart #1 add("tea", price: 4)
          items[0]
            + "tea"
          total
            - 0
            + 4
        """,
        "cart #2 wait",
        """
        cart #3 clear
          items[0]
            - "tea"
          total
            - 4
            + 0
        """,
      ])
  }

  @Test func `begins with the time of day, and has the duration in the first line`() async throws {
    let log = log()
    store.dispatch(.wait)
    await log.settled()
    let text = try #require(texts.values.first)
    #expect(text.contains(/^[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3} cart .1 wait, [0-9.]+ (µs|ms|s)$/))
  }

  @Test func `names the cause`() async {
    let log = log(changes: false)
    let subscription = store.subscribe { [store] cart in if cart.total == 4 { store.dispatch(.clear) } }
    store.dispatch(.add("tea", price: 4))
    await store.settled()
    await log.settled()
    #expect(timeless == [#"cart #1 add("tea", price: 4)"#, #"cart #2 clear, because of #1 add("tea", price: 4)"#])
    subscription.cancel()
  }

  @Test func `names each store whose state was changed by another store's action`() async {
    let log = log(where: { if case .action = $0.kind { true } else { false } })
    await log.settled()
    let child = store.with(0, named: "counter") { count, _ in count += 1 }
    child.dispatch(.add("tea", price: 4))
    await log.settled()
    #expect(
      timeless == [
        """
        counter #2 add("tea", price: 4)
          cart: items[0]
            + "tea"
          cart: total
            - 0
            + 4
          - 0
          + 1
        """
      ])
  }

  @Test func `prints the filtered events`() async {
    let log = log(changes: false, where: { event in event.description.contains("clear") })
    for action in [CartAction.wait, .clear, .wait] { store.dispatch(action) }
    await log.settled()
    #expect(timeless == ["cart #2 clear"])
  }

  @Test func `has correct changes after actions that were not printed`() async {
    let log = log(where: { event in event.number % 3 == 0 })
    for price in 1...9 { store.dispatch(.add("tea", price: price)) }
    await log.settled()
    #expect(
      timeless.map { $0.split(separator: "\n").suffix(2).joined() } == [
        "    - 3    + 6", "    - 15    + 21", "    - 36    + 45",
      ])
  }

  @Test func `writes no redacted value`() async {
    let log = log(redact: { value in
      switch value {
      case CartAction.add(_, let price): return CartAction.add("•••", price: price)
      case var cart as Cart:
        cart.items = cart.items.map { _ in "•••" }
        return cart
      default: return value
      }
    })
    store.dispatch(.add("secret", price: 1))
    store.dispatch(.add("secret", price: 2))
    await log.settled()
    #expect(texts.values.count == 2)
    #expect(!texts.values.joined().contains("secret"))
    #expect(timeless[1].hasPrefix("cart #2 add(\"•••\", price: 2)\n  items[1]\n    + \"•••\"\n"))
  }

  @Test func `writes no text of an error, a misuse or a dropped action if values are redacted`() async {
    let log = log(redact: { $0 is CartAction ? "•••" : $0 })
    store.node.tree.mailbox.post { [tree = store.node.tree, id = store.id.number] turn in
      tree.tell(.workFailed(StoreWork(name: "login", run: 1), error: "refused for SECRET1"), of: id, turn)
      tree.tell(.misuse(.dispatchToReleasedStore(action: "SECRET2")), of: id, turn)
      tree.tell(.dropped(CartAction.add("SECRET3", price: 1)), of: id, turn)
    }
    await log.settled()
    #expect(timeless == ["cart #1 login failed", "cart #2 misuse", "cart #3 dropped \"•••\""])
  }

  @Test func `reports reducers that are slower than the limit, filtered or not`() async {
    let log = log(changes: false, slowerThan: .nanoseconds(-1), where: { _ in false })
    store.dispatch(.clear)
    await log.settled()
    #expect(timeless.count == 1)
    #expect(timeless.first?.hasPrefix("cart #1 clear\n  slow: its reducers took ") == true)
  }

  @Test func `prints all events before its end, and none after it`() async {
    let log = log(changes: false)
    store.dispatch(.wait)
    log.end()
    store.dispatch(.clear)
    await log.settled()
    #expect(timeless == ["cart #1 wait"])
  }

  @Test func `of a recording prints later events, and reports when another recording takes over`() async {
    let recording = store.record()
    store.dispatch(.wait)
    await store.settled()
    let log = recording.log(to: texts.record, changes: false)
    store.dispatch(.clear)
    await log.settled()
    let later = store.record()
    await log.settled()
    #expect(timeless.count == 2)
    #expect(timeless.first == "cart #2 clear")
    #expect(texts.values.last?.hasPrefix("Another recording of the tree has replaced this one") == true)
    withExtendedLifetime(later) {}
  }

  @Test func `of a store on the main thread computes changes there, and keeps the name of a released store`() async {
    let texts = texts
    await MainActor.run {
      let store = StateStore<Int, Int>(0, named: "count", runner: .main) { $0 += $1 }
      let log = store.log(to: texts.record)
      store.dispatch(5)
      return log
    }
    .settled()
    #expect(timeless == ["count #1 5\n  - 0\n  + 5", "count #2 store released"])
  }

  @Test func `continues with correct changes if the program is faster`() async {
    let recording = store.record(limit: 64)
    let log = recording.log(to: texts.record)
    for _ in 1...5000 { store.dispatch(.add("tea", price: 1)) }
    await log.settled()
    store.dispatch(.add("tea", price: 1))
    await log.settled()
    #expect(timeless.last?.hasSuffix("  total\n    - 5000\n    + 5001") == true)
  }
}
