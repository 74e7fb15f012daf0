import Foundation
import PureduxCore
import PureduxRecording
import PureduxTesting
import Testing

/// Random trees that travel in time, compared with twins that receive the same actions and stay in the present.
@Suite struct `Journeys of random trees` {
  private static var isLong: Bool { ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" }

  @Test(arguments: 1...8)
  func `show the recorded past, and do not affect the present`(seed: UInt64) {
    var trees = TravellingTrees(seed: seed, goesOnFromPast: false)
    for _ in 1...(Self.isLong ? 5000 : 150) { trees.step() }
    trees.finish()
    #expect(trees.differences == [])
    #expect(trees.compared > 50)
  }

  @Test(arguments: 1...8)
  func `continue from the displayed past`(seed: UInt64) {
    var trees = TravellingTrees(seed: seed, goesOnFromPast: true)
    for _ in 1...(Self.isLong ? 5000 : 150) { trees.step() }
    trees.finish()
    #expect(trees.differences == [])
    #expect(trees.compared > 20)
  }

  @Test(arguments: 1...4)
  func `lose no action that threads dispatch in the meantime`(seed: UInt64) async {
    let root = StateStore([0, 0, 0]) { (sums: inout [Int], action: Int) in sums[action % 3] += action }
    let children = (0..<3).map { _ in root.with(0) { (sum: inout Int, action: Int) in sum += action } }
    let torn = Recorder<String>()
    let subscriptions = children.enumerated().map { index, child in
      child.subscribe { root, own in if root[index] != own { torn.record("\(root[index]) and \(own)") } }
    }
    let recording = root.record(limit: 500)
    let rounds = Self.isLong ? 200_000 : 3000
    await withTaskGroup(of: Void.self) { group in
      for (index, child) in children.enumerated() {
        group.addTask { for round in 0..<rounds { child.dispatch(index + 3 * (round % 7)) } }
      }
      group.addTask { await Self.travel(recording, seed: seed, commands: Self.isLong ? 2000 : 60) }
    }
    recording.resume()
    await root.settled()
    for (index, child) in children.enumerated() {
      let expected = (0..<rounds).reduce(0) { $0 + index + 3 * ($1 % 7) }
      #expect(child.state.1 == expected)
      #expect(child.state.0[index] == expected)
    }
    #expect(torn.values == [])
    #expect(recording.findImpureReducer() == nil)
    withExtendedLifetime(subscriptions) {}
  }

  private static func travel(_ recording: Recording, seed: UInt64, commands: Int) async {
    var random = SeededGenerator(seed: seed)
    for _ in 1...commands {
      let event = Int.random(in: recording.firstEvent...max(recording.firstEvent, recording.lastEvent), using: &random)
      switch random.next() % 7 {
      case 0: recording.pause()
      case 1, 2: recording.jump(to: event)
      case 3: recording.step(Int.random(in: -20...20, using: &random))
      case 4: recording.skip(event)
      default: recording.resume()
      }
      await recording.travelCompleted()
    }
  }
}

/// Two trees that receive the same actions. One of them travels in time.
private struct TravellingTrees {
  /// One of the two trees.
  private struct Tree {
    let runner = ManualRunner()
    let root: StateStore<Int, Int>
    var stores: [StateStore<Int, Int>]
    var subscriptions: [StoreSubscription] = []

    init() {
      let runner = runner
      root = StoreContext.with {
        $0.identities = IdentitySource(seed: 3)
      } operation: {
        StateStore(1, runner: runner) { (state: inout Int, action: Int) in state = state &* 31 &+ action }
      }
      stores = [root]
    }

    var states: [Int] { stores.map(\.state) }

    mutating func observe(_ store: StateStore<Int, Int>) {
      subscriptions.append(store.subscribe { if $0 % 5 == 0 { store.dispatch($0 % 13) } })
    }
  }

  private struct Copy {
    let event: Int
    let states: [(store: StateStore<Int, Int>, state: Int)]
  }

  private var travelling = Tree()
  private var staying = Tree()
  private let recording: Recording
  private let goesOnFromPast: Bool
  private var copies: [Copy] = []
  private var random: SeededGenerator
  private(set) var compared = 0
  private(set) var differences: [String] = []

  init(seed: UInt64, goesOnFromPast: Bool) {
    random = SeededGenerator(seed: seed)
    self.goesOnFromPast = goesOnFromPast
    recording = travelling.root.record(limit: 400)
    travelling.runner.runUntilIdle()
    copies = [Copy(event: 0, states: [(travelling.root, 1)])]
  }

  mutating func step() {
    switch Int.random(in: 0..<16, using: &random) {
    case 0 where travelling.stores.count < 10: makeStore()
    case 1 where travelling.stores.count > 4:
      let index = Int.random(in: 1..<travelling.stores.count, using: &random)
      travelling.stores.remove(at: index)
      staying.stores.remove(at: index)
    case 2 where travelling.subscriptions.count < 4 && !recording.isPaused: observe()
    case 3 where travelling.subscriptions.count > 2:
      travelling.subscriptions.removeFirst()
      staying.subscriptions.removeFirst()
    case 4: recording.pause()
    case 5, 6: jump()
    case 7: recording.step(Int.random(in: -9...9, using: &random))
    case 8: recording.skip(Int.random(in: recording.firstEvent...recording.lastEvent + 1, using: &random))
    case 9: if let event = recording.skippedEvents.randomElement(using: &random) { recording.unskip(event) }
    case 10: resume()
    default: dispatch()
    }
    run()
  }

  mutating func finish() {
    recording.resume()
    run()
  }

  /// While one tree is paused, so is the other.
  private mutating func run() {
    travelling.runner.runUntilIdle()
    guard !recording.isPaused else { return }
    staying.runner.runUntilIdle()
    if !goesOnFromPast { compare(travelling.states, staying.states, "the present") }
    copies.append(Copy(event: recording.lastEvent, states: zip(travelling.stores, travelling.states).map { ($0, $1) }))
    if copies.count > 30 { copies.removeFirst() }
  }

  private mutating func jump() {
    guard let copy = copies.randomElement(using: &random), recording.skippedEvents.isEmpty else { return }
    recording.jump(to: copy.event)
    travelling.runner.runUntilIdle()
    guard copy.event + 1 >= recording.firstEvent else { return }
    compare(copy.states.map(\.store.state), copy.states.map(\.state), "after \(copy.event)")
  }

  private mutating func resume() {
    guard goesOnFromPast, recording.position != nil, travelling.runner.isIdle else { return recording.resume() }
    let shown = travelling.states
    let last = recording.lastEvent
    recording.resume(.here)
    travelling.runner.runUntilIdle()
    let event = recording.events(after: last).first
    let given = travelling.stores.map { recording.state(of: $0, after: event?.number ?? 0) }
    // So many actions may have been queued that the event is discarded.
    if recording.firstEvent <= last + 1 {
      guard case .replaced? = event?.kind else { return differences.append("no event tells of going on") }
      compare(given, shown, "going on")
    }
    // Observers may have dispatched, and the queued actions have been reduced.
    if recording.findImpureReducer() != nil { differences.append("recomputed states differ after going on") }
  }

  private mutating func dispatch() {
    let (index, action) = (
      Int.random(in: 0..<travelling.stores.count, using: &random), Int.random(in: 0..<100, using: &random)
    )
    travelling.stores[index].dispatch(action)
    staying.stores[index].dispatch(action)
  }

  private mutating func observe() {
    let index = Int.random(in: 0..<travelling.stores.count, using: &random)
    travelling.observe(travelling.stores[index])
    staying.observe(staying.stores[index])
  }

  private mutating func makeStore() {
    let (index, kind) = (
      Int.random(in: 0..<travelling.stores.count, using: &random),
      Int.random(in: 0..<RandomStore.kindCount, using: &random)
    )
    travelling.stores.append(RandomStore.make(kind, below: travelling.stores[index]))
    staying.stores.append(RandomStore.make(kind, below: staying.stores[index]))
  }

  private mutating func compare(_ states: [Int], _ expected: [Int], _ place: String) {
    compared += expected.count
    if states != expected { differences.append("\(place): \(states), not \(expected)") }
  }
}
