import Dispatch
import Foundation
import PureduxTesting
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct UpdateOptionsTests {
  private let screen = Screen()

  @Test func `every form accepts options`() async {
    let (store, shown) = (Counting.store(), Shown<String>())
    let options = UpdateOptions<Counting>(removeStateDuplicates: .equal { $0.count }, rate: .throttle(1))
    store.dispatch(.add(7))
    screen.subscribe(store, props: { state, dispatch in "a\(state.count)" }, options: options) { shown.show($0) }
    #expect(await shown.next() == "a7")
    screen.subscribe(store, options: options) { state in shown.show("c\(state.count)") }
    #expect(await shown.next() == "c7")
    screen.subscribe(store, options: options) { (state, dispatch: @escaping Dispatch<CountingAction>) in
      shown.show("d\(state.count)")
    }
    #expect(await shown.next() == "d7")
  }

  @available(*, deprecated)
  @Test func `the forms that pass the store accept options`() async {
    let (store, shown) = (Counting.store(), Shown<String>())
    let options = UpdateOptions<Counting>(removeStateDuplicates: .equal { $0.count }, rate: .throttle(1))
    store.dispatch(.add(7))
    screen.subscribe(store, props: { state, store in "b\(store.state.count)" }, options: options) { shown.show($0) }
    #expect(await shown.next() == "b7")
    screen.subscribe(store, options: options) { state, store in shown.show("e\(store.state.count)") }
    #expect(await shown.next() == "e7")
  }

  @Test func `a throttled view shows the first change at once, then one of many, and always the last`() async {
    let clock = TestClock()
    let (store, shown) = (Counting.store(clock), Shown<Int>())
    screen.subscribe(store, options: UpdateOptions(rate: .throttle(1))) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    clock.advance(by: .seconds(1))
    await store.send(.add(1))
    #expect(await shown.next() == 1)
    for _ in 0..<10 { await store.send(.add(1)) }
    await clock.untilAsleep()
    clock.advance(by: .seconds(1))
    #expect(await shown.next() == 11)
    #expect(shown.values == [0, 1, 11])
  }

  @Test(arguments: [DispatchQueue.main, DispatchQueue(label: "props")])
  func `props that are equal to the displayed ones cause no update`(queue: DispatchQueue) async {
    let (store, shown) = (Counting.store(), Shown<Int>())
    var options = UpdateOptions<Counting>(presentationQueue: queue, rate: .debounce(0))
    options.removePropsDuplicates = true
    let made = Recorder<Int>()
    screen.subscribe(
      store,
      props: { state, _ in
        made.record(state.count)
        return state.count / 10
      }, options: options
    ) { shown.show($0) }
    #expect(await shown.next() == 0)
    for count in 1...10 {
      await store.send(.add(1))
      _ = await made.values(count: count + 1)
    }
    #expect(await shown.next() == 1)
    #expect(shown.values == [0, 1])
  }

  @Test func `props that cannot be compared are all shown, and that is reported`() async {
    struct Props: Sendable { let count: Int }
    let reports = Recorder<Misuse>()
    let (store, shown) = (reports.observing { Counting.store() }, Shown<Int>())
    var options = UpdateOptions<Counting>(rate: .debounce(0))
    options.removePropsDuplicates = true
    screen.subscribe(store, props: { state, _ in Props(count: state.count) }, options: options) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    await store.send(.name("same"))
    #expect(await shown.next() == 0)
    #expect(reports.values.map(\.whatHappened).contains { $0.contains("`removePropsDuplicates`") })
  }

  @Test(arguments: [
    (UpdateRate.debounce(.infinity), UpdateSchedule.Rate.debounce(.seconds(86_400))),
    (.debounce(-.infinity), .immediate), (.debounce(.nan), .immediate), (.debounce(-1), .immediate),
    (.debounce(1e300), .debounce(.seconds(86_400))), (.debounce(86_401), .debounce(.seconds(86_400))),
    (.throttle(.infinity), .throttle(.seconds(86_400))), (.throttle(.nan), .throttle(.zero)),
    (.throttle(-.leastNonzeroMagnitude), .throttle(.zero)),
    (.throttle(.greatestFiniteMagnitude), .throttle(.seconds(86_400))),
  ])
  func `an interval that a clock cannot wait for is replaced, and reported`(
    rate: UpdateRate, resolved: UpdateSchedule.Rate
  ) async {
    let reports = Recorder<Misuse>()
    let (store, shown) = (reports.observing { Counting.store() }, Shown<Int>())
    screen.subscribe(store, options: UpdateOptions(rate: rate)) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    #expect(reports.values.count == 1)
    #expect(rate.resolved(in: store.node.context) == resolved)
  }

  @Test(arguments: [0, .leastNonzeroMagnitude, 0.016, 86_400] as [TimeInterval])
  func `an interval that a clock can wait for is used unchanged`(interval: TimeInterval) {
    let reports = Recorder<Misuse>()
    let store = reports.observing { Counting.store() }
    let rate = UpdateRate.debounce(interval).resolved(in: store.node.context)
    #expect(rate == .debounce(.seconds(interval)))
    #expect(reports.values == [])
  }

  @Test(arguments: [.infinity, .nan, -1, -.infinity, 1e300] as [TimeInterval])
  func `the short forms accept any number too`(interval: TimeInterval) async {
    let reports = Recorder<Misuse>()
    let (store, shown) = (reports.observing { Counting.store() }, Shown<Int>())
    screen.subscribe(store, debounceFor: interval) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    await store.send(.add(1))
    #expect(reports.values.count == 1)
  }
}

extension Recorder<Misuse> {
  /// Creates a value, and records the misuse that it reports.
  fileprivate func observing<Made>(_ make: () -> Made) -> Made {
    StoreContext.with({ $0.misuseReporter = reporter }, operation: make)
  }
}
