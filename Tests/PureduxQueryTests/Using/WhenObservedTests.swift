import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Projections that report whether they are observed` {
  private let told = Recorder<Bool>()

  private func made() -> (store: StateStore<Int, Int>, double: StateStore<Int, Int>) {
    let store = StateStore<Int, Int>(1) { $0 += $1 }
    return (store, store.map(state: { $0 * 2 }, whenObserved: { [told] in told.record($0) }))
  }

  @Test func `the first observer and the end of the last one are reported, and reading is not`() async {
    let (store, double) = made()
    #expect(double.state == 2)
    #expect(told.values.isEmpty)
    let seen = Recorder<Int>()
    let one = double.subscribe { seen.record($0) }
    let two = double.subscribe { _ in }
    await store.send(1)
    #expect(told.values == [true] && seen.values == [2, 4])
    one.cancel()
    #expect(told.values == [true])
    two.cancel()
    #expect(told.values == [true, false])
    let three = double.map(state: { $0 }).subscribe { _ in }
    await store.settled()
    #expect(told.values == [true, false, true])
    three.cancel()
    #expect(told.values == [true, false, true, false])
  }

  @Test func `an observer below a child store is called too`() async {
    let (store, double) = made()
    let child = double.with("") { _, _ in }
    let subscription = child.subscribe { _ in }
    await store.settled()
    #expect(told.values == [true])
    subscription.cancel()
    #expect(told.values == [true, false])
  }

  @Test func `the end of the store is reported, and an observer added later is not`() async {
    var store: StateStore<Int, Int>? = StateStore<Int, Int>(1) { $0 += $1 }
    let told = told
    var double = store?.map(state: { $0 }, whenObserved: { told.record($0) })
    let subscription = double?.subscribe { _ in }
    await store?.settled()
    #expect(told.values == [true])
    (store, double) = (nil, nil)
    #expect(told.values == [true, false])
    subscription?.cancel()
    #expect(told.values == [true, false])
  }

  @Test func `a notified closure may use the store, because no lock is held`() async {
    let store = StateStore<Int, Int>(1) { $0 += $1 }
    let weak = store.weak()
    let double = store.map(state: { $0 }, whenObserved: { if $0 { weak.dispatch(10) } })
    let subscription = double.subscribe { _ in }
    await store.settled()
    await store.send(1)
    #expect(store.state == 12)
    subscription.cancel()
  }
}
