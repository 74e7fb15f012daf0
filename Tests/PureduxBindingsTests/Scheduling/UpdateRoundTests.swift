import Dispatch
import PureduxTesting
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct UpdateRoundTests {
  private let store = Counting.store()
  private let screen = Screen()

  @Test func `views with props from several queues, and with none, never show different states`() async {
    let queues = [DispatchQueue(label: "one"), DispatchQueue(label: "two")]
    let last = Shown<[Int]>()
    let latest = Latest()
    for (index, queue) in queues.enumerated() {
      screen.subscribe(
        store, props: { state, _ in state.count }, presentationQueue: queue, debounceFor: 0,
        observe: { latest.counts[index] = $0 })
    }
    screen.subscribe(store, debounceFor: 0) { state in
      latest.counts[2] = state.count
      last.show(latest.counts)
    }
    while let counts = await last.next(), counts[2] < 200 {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    // The first state of each is displayed as soon as it has subscribed; after that, all three display one revision.
    #expect(last.values.allSatisfy { Set($0).count == 1 })
    #expect(last.values.count > 1)
  }

  @Test func `updates debounced for the same time are displayed together, regardless of their queues`() async {
    let clock = TestClock()
    let store = Counting.store(clock)
    let shown = Shown<String>()
    screen.subscribe(store, props: { state, _ in state.count }, debounceFor: 1) { shown.show("props \($0)") }
    #expect(await shown.next() == "props 0")
    screen.subscribe(store, debounceFor: 1) { shown.show("state \($0.count)") }
    #expect(await shown.next() == "state 0")
    await store.send(.add(1))
    await clock.untilAsleep()
    clock.advance(by: .seconds(1))
    #expect(await shown.next() == "props 1")
    // The waiting task resumes in a separate turn, after the turn in which the value was displayed.
    #expect(shown.values == ["props 0", "state 0", "props 1", "state 1"])
  }

  @Test func `updates are shown in the order of subscription, whatever queue made them`() async {
    let shown = Shown<Int>()
    for number in 0..<9 {
      let queue = [DispatchQueue.main, .sharedPresentationQueue, DispatchQueue(label: "own")][number % 3]
      screen.subscribe(
        store, props: { _, _ in number }, presentationQueue: queue, debounceFor: 0, observe: { shown.show($0) })
    }
    for _ in 0..<9 { _ = await shown.next() }
    await store.send(.add(1))
    var numbers: [Int] = []
    for _ in 0..<9 { numbers.append(await shown.next() ?? -1) }
    #expect(numbers == Array(0..<9))
  }

  @Test func `a hundred subscriptions on one queue each display their own part`() async {
    let shown = Shown<Int>()
    for number in 0..<100 {
      screen.subscribe(
        store, props: { state, _ in state.count * 100 + number }, debounceFor: 0, observe: { shown.show($0) })
    }
    for _ in 0..<100 { _ = await shown.next() }
    await store.send(.add(1))
    var seen: [Int] = []
    for _ in 0..<100 { seen.append(await shown.next() ?? -1) }
    #expect(seen == Array(100..<200))
  }
}

@MainActor
private final class Latest {
  var counts = [0, 0, 0]
}
