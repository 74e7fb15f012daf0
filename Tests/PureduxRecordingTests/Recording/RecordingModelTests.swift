import Foundation
import PureduxCore
import PureduxRecording
import PureduxTesting
import Testing

/// Random trees whose states are copied live, and compared with those that a recording computes.
@Suite struct `Past states of random trees` {
  private static var isLong: Bool { ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" }

  @Test(arguments: 1...10)
  func `equal live copies`(seed: UInt64) {
    var tree = RecordedTree(seed: seed)
    for _ in 1...(Self.isLong ? 10_000 : 200) { tree.step() }
    #expect(tree.differences == [])
    #expect(tree.compared > 100)
  }
}

/// One random tree, its recording, and copies of its states.
private struct RecordedTree {
  private struct Copy {
    let event: Int
    let states: [(store: StateStore<Int, Int>, state: Int)]
  }

  private let runner = ManualRunner()
  private let root: StateStore<Int, Int>
  private let recording: Recording
  private var stores: [StateStore<Int, Int>]
  private var subscriptions: [StoreSubscription] = []
  private var copies: [Copy] = []
  private var random: SplitMix
  private(set) var compared = 0
  private(set) var differences: [String] = []

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    root = StateStore(1, runner: runner) { (state: inout Int, action: Int) in state = state &* 31 &+ action }
    recording = root.record(limit: 300)
    runner.runUntilIdle()
    stores = [root]
  }

  mutating func step() {
    switch random.next() % 10 {
    case 0 where stores.count < 12: stores.append(makeStore(below: pick()))
    case 1 where stores.count > 4: stores.remove(at: 1 + Int(random.next() % UInt64(stores.count - 1)))
    case 2 where subscriptions.count < 6: subscriptions.append(observe(pick()))
    case 3 where subscriptions.count > 3: subscriptions.removeFirst()
    default: pick().dispatch(Int(random.next() % 100))
    }
    runner.runUntilIdle()
    copies.append(Copy(event: recording.lastEvent, states: stores.map { ($0, $0.state) }))
    if copies.count > 40 { copies.removeFirst() }
    if let copy = copies.randomElement(using: &random) { compare(copy) }
    if let copy = copies.last { compare(copy) }
  }

  private mutating func compare(_ copy: Copy) {
    let past = copy.states.map { recording.state(of: $0.store, after: copy.event) }
    // The oldest events are discarded on another thread, so this is checked after the states have been computed.
    guard copy.event >= recording.firstEvent else { return }
    for (index, expected) in copy.states.enumerated() {
      if past[index] != expected.state {
        differences.append("after \(copy.event): \(past[index]), not \(expected.state)")
      }
      compared += 1
    }
  }

  private mutating func pick() -> StateStore<Int, Int> { stores.randomElement(using: &random) ?? root }

  private mutating func observe(_ store: StateStore<Int, Int>) -> StoreSubscription {
    let remaining = Recorder<Int>()
    return store.subscribe { state in
      guard state % 5 == 0, remaining.values.count < 20 else { return }
      remaining.record(state)
      store.dispatch(state % 13)
    }
  }

  private mutating func makeStore(below parent: StateStore<Int, Int>) -> StateStore<Int, Int> {
    RandomStore.make(Int(random.next() % 5), below: parent)
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
