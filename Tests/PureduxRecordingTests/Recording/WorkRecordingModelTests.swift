import Foundation
import PureduxChildren
import PureduxCompatibility
import PureduxEffects
import PureduxRecording
import PureduxTesting
import Testing

/// Programs with their own work, whose states are copied live, and compared with those that a recording computes.
@Suite struct `Past states of programs with effects and children` {
  private static var steps: Int { ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 10_000 : 200 }

  @Test(arguments: 1...5)
  func `equal live copies, with effects and children that follow the state`(seed: UInt64) {
    var office = RecordedOffice(seed: seed)
    for _ in 1...Self.steps { office.step() }
    #expect(office.copies.differences == [])
    #expect(office.copies.compared > 100)
    #expect(office.begun > 5)
  }

  @Test(arguments: 1...5)
  func `equal live copies, with composed actions`(seed: UInt64) {
    var chains = RecordedChains(seed: seed)
    for _ in 1...Self.steps { chains.step() }
    #expect(chains.copies.differences == [])
    #expect(chains.copies.compared > 100)
  }
}

/// Copies of states, and their differences from the states that a recording computes.
private struct LiveCopies {
  /// The live state after an event, and the state that the recording computes.
  private struct Copy {
    let event: Int
    let live: String
    let computed: () -> String
  }

  private var copies: [Copy] = []
  private(set) var compared = 0
  private(set) var differences: [String] = []

  /// Adds a copy, and compares this copy and an earlier one.
  mutating func add(
    _ recording: Recording, _ random: inout SeededGenerator, live: String, computed: @escaping (Int) -> String
  ) {
    let event = recording.lastEvent
    copies.append(Copy(event: event, live: live) { computed(event) })
    if copies.count > 40 { copies.removeFirst() }
    for copy in [copies.randomElement(using: &random), copies.last].compactMap({ $0 }) {
      let past = copy.computed()
      // The oldest events are discarded on another thread, so this is checked after the state has been computed.
      guard copy.event >= recording.firstEvent else { continue }
      if past != copy.live { differences.append("after \(copy.event): \(past), not \(copy.live)") }
      compared += 1
    }
  }
}

/// An office with random work, which starts, ends and stops its effects and its desks.
private struct RecordedOffice {
  private let office = RunningOffice()
  private let recording: Recording
  private var random: SeededGenerator
  private(set) var copies = LiveCopies()

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    recording = office.store.record(limit: 300)
    office.context.runUntilIdle()
  }

  /// The number of pieces of work that have begun.
  var begun: Int { office.begun.values.count }

  mutating func step() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: office.store.dispatch(.come(Int.random(in: 0..<6, using: &random)))
    case 2: office.store.dispatch(.leave(Int.random(in: 0..<6, using: &random)))
    case 3, 4: office.store.dispatch(.begin)
    case 5: office.store.dispatch(.cancel)
    case 6, 7: office.context.advance(by: .seconds(Int.random(in: 1...12, using: &random)))
    default:
      let desk = office.desks.ids.randomElement(using: &random).flatMap { office.desks[$0] }
      desk?.dispatch(.talk(Int.random(in: 0..<100, using: &random)))
    }
    office.context.runUntilIdle()
    let desks = office.desks.ids.compactMap { office.desks[$0] }
    copies.add(recording, &random, live: Self.text(office.store.state, desks.map(\.state.1))) {
      [recording, store = office.store] event in
      Self.text(
        recording.state(of: store, after: event), desks.map { recording.state(of: $0, after: event).1 })
    }
  }

  private static func text(_ office: Office, _ desks: [Desk]) -> String { "\(office) \(desks)" }
}

/// A tree that receives single actions, composed actions, and actions that dispatch others.
private struct RecordedChains {
  private let runner = ManualRunner()
  private let root: StateStore<Int, any CountAction>
  private let child: StateStore<(Int, Int), any CountAction>
  private let recording: Recording
  private var random: SeededGenerator
  private(set) var copies = LiveCopies()

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    root = StateStore(1, runner: runner) { $1.reduce(&$0) }
    child = root.with(2) { (own: inout Int, action: any CountAction) in action.reduce(&own) }
    recording = root.record(limit: 300)
    runner.runUntilIdle()
  }

  mutating func step() {
    let action = makeAction(depth: 0)
    if Bool.random(using: &random) { root.dispatch(action) } else { child.dispatch(action) }
    runner.runUntilIdle()
    copies.add(recording, &random, live: Self.text(root.state, child.state.1)) { [recording, root, child] event in
      Self.text(recording.state(of: root, after: event), recording.state(of: child, after: event).1)
    }
  }

  private mutating func makeAction(depth: Int) -> any CountAction {
    let number = Int.random(in: 0..<100, using: &random)
    switch Int.random(in: 0..<(depth < 3 ? 4 : 2), using: &random) {
    case 0: return Add(number: number)
    case 1: return AddTwice(number: number)
    default:
      return ComposedAction((0..<Int.random(in: 2...4, using: &random)).map { _ in makeAction(depth: depth + 1) })
    }
  }

  private static func text(_ root: Int, _ child: Int) -> String { "\(root) \(child)" }
}

private protocol CountAction: ComposableAction {
  func reduce(_ state: inout Int)
}

private struct Add: CountAction {
  var number: Int

  func reduce(_ state: inout Int) { state = state &* 31 &+ number }
}

/// Adds a number, then dispatches another action that adds one more.
private struct AddTwice: CountAction, WorkAction {
  var number: Int

  func reduce(_ state: inout Int) { state = state &* 7 &+ number }

  func startWork(at store: WorkContext) -> StoreSubscription? {
    store.dispatch(Add(number: number + 1))
    return nil
  }
}

extension ComposedAction: CountAction {
  fileprivate func reduce(_ state: inout Int) { state &-= 1 }
}
