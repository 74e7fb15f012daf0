import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `A Chrome trace` {
  private func entries(_ data: Data) throws -> [[String: Any]] {
    let trace = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(trace["traceEvents"] as? [[String: Any]])
  }

  /// A tree with observers that dispatch, children, and work.
  private func busyTree(_ actions: Int, _ runner: ManualRunner) -> (Recording, StateStore<Int, Int>) {
    let store = StateStore<Int, Int>(0, named: "root", runner: runner) { $0 += $1 }
    let recording = store.record()
    runner.runUntilIdle()
    let child = store.with("", named: "child") { (text: inout String, action: Int) in text += "\(action)" }
    let subscription = store.subscribe { [store] sum in if sum % 10 == 7 { store.dispatch(1) } }
    for action in 1...actions { action % 2 == 0 ? store.dispatch(action) : child.dispatch(action) }
    runner.runUntilIdle()
    withExtendedLifetime((child, subscription)) {}
    return (recording, store)
  }

  @Test func `is valid: entries are ordered, slices nested, and arrows and work have two ends`() throws {
    let runner = ManualRunner()
    let (recording, store) = busyTree(200, runner)
    let entries = try entries(recording.chromeTrace())
    #expect(TraceProblems.of(entries) == [])
    let turns = recording.events().filter { $0.timing != nil }
    #expect(entries.filter { $0["cat"] as? String == "turn" }.count == 3 * turns.count)
    #expect(entries.filter { $0["ph"] as? String == "f" }.count == turns.filter { $0.cause != nil }.count)
    #expect(entries.contains { $0["name"] as? String == "child: 1" })
    #expect(entries.contains { ($0["args"] as? [String: Any])?["name"] as? String == "root" })
    withExtendedLifetime(store) {}
  }

  @Test func `finds the problems of a trace`() throws {
    func slice(_ began: Double, _ duration: Double) -> [String: Any] {
      ["ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": began, "dur": duration]
    }
    #expect(TraceProblems.of([slice(1, 5), slice(2, 1)]) == [])
    #expect(TraceProblems.of([slice(1, 5), slice(2, 9)]) != [])
    #expect(TraceProblems.of([slice(2, 1), slice(1, 5)]) != [])
    #expect(TraceProblems.of([["ph": "s", "name": "a", "pid": 1, "tid": 1, "ts": 1.0, "id": "1"]]) != [])
  }

  @Test func `has work as asynchronous slices with their outcomes`() throws {
    let program = ShopProgram()
    let entries = try entries(
      Data(ChromeTrace.json(of: [.init(program: program, offset: .seconds(2))], named: "Shop").bytes))
    #expect(TraceProblems.of(entries) == [])
    let work = entries.filter { $0["cat"] as? String == "work" }
    #expect(work.map { $0["ph"] as? String } == ["b", "e"])
    #expect(work.map { $0["name"] as? String } == ["load, attempt 2", "load, attempt 2"])
    #expect(work.map { $0["ts"] as? Double } == [3_000_000, 5_000_000])
    #expect((work.last?["args"] as? [String: Any])?["outcome"] as? String == "workEnded")
  }

  @Test func `has counters of the queue and of the observers`() throws {
    let runner = ManualRunner()
    let (recording, store) = busyTree(50, runner)
    let counters = try entries(recording.chromeTrace()).filter { $0["ph"] as? String == "C" }
    let waiting = counters.filter { $0["name"] as? String == "root: waiting actions" }
      .compactMap { ($0["args"] as? [String: Any])?["actions"] as? Int }
    #expect(waiting.allSatisfy { $0 >= 0 })
    #expect(waiting.max() ?? 0 >= 50)
    #expect(waiting.last == 0)
    #expect(counters.contains { $0["name"] as? String == "root: observers called" })
    withExtendedLifetime(store) {}
  }

  @Test func `separates turns whose measured times overlap`() {
    func turn(_ number: Int, began: Int, reducing: Int, publishing: Int) -> RecordedEvent {
      RecordedEvent(
        number: number, kind: .action, store: 1, began: .nanoseconds(began),
        timing: RecordedEvent.Timing(
          waited: .zero, reducing: .nanoseconds(reducing), publishing: .nanoseconds(publishing), observers: 0))
    }
    let turns = TraceTurn.turns(
      in: [
        turn(1, began: 100, reducing: 50, publishing: 60), turn(2, began: 200, reducing: 90, publishing: 5),
        turn(3, began: 190, reducing: 10, publishing: 10),
      ], offset: 1000)
    #expect(turns.map(\.began) == [1100, 1200, 1200])
    #expect(turns.map(\.reduced) == [1150, 1200, 1210])
    #expect(turns.map(\.ended) == [1200, 1200, 1220])
  }

  @Test func `has an arrow along a chain of causes without times, however long it is`() throws {
    let count = 40_000
    var events = [RecordedEvent(number: 1, kind: .action, store: 1, began: .zero)]
    let timing = RecordedEvent.Timing(waited: .zero, reducing: .nanoseconds(1), publishing: .zero, observers: 0)
    events[0].timing = timing
    for number in 2...count {
      events.append(
        RecordedEvent(
          number: number, kind: number % 2 == 0 ? .misuse : .action, store: 1, cause: number - 1,
          began: .nanoseconds(number)))
    }
    for index in events.indices.suffix(count / 4) where events[index].kind == .action { events[index].timing = timing }
    let clock = ContinuousClock()
    var text = ""
    let time = clock.measure {
      text = ChromeTrace.json(of: [.init(program: ListedProgram(all: events), offset: .zero)], named: "a").text
    }
    #expect(text.split(separator: #""ph":"f""#).count - 1 == count / 8)
    // Visiting every cause of every event would take minutes.
    #expect(time < .seconds(20))
  }

  private struct ListedProgram: InspectedProgram {
    let all: [RecordedEvent]
    var name: String { "a" }
    var firstEvent: Int { 1 }
    var lastEvent: Int { all.count }
    func events(after number: Int, limit: Int) -> [RecordedEvent] { Array(all.dropFirst(number).prefix(limit)) }
    func causes(of event: Int) -> [RecordedEvent] { [] }
    func effects(of event: Int) -> [RecordedEvent] { [] }
    var stores: [RecordedStore] { [] }
    func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? { nil }
    func changes(at event: Int) -> [InspectedChange] { [] }
    func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] { [] }
  }

  @Test func `has a row for each tree`() throws {
    let recordings = TreeRecordings(limit: 1000, trees: 4)
    let runner = ManualRunner()
    let stores = StoreContext.with {
      $0.treeListener = TreeRecordings.Listener(recordings)
    } operation: {
      ["one", "two"].map { name in
        StateStore<Int, Int>(0, named: name, runner: runner) { $0 += $1 }
      }
    }
    runner.runUntilIdle()
    for store in stores { store.dispatch(1) }
    runner.runUntilIdle()
    let entries = try entries(recordings.chromeTrace())
    #expect(TraceProblems.of(entries) == [])
    #expect(Set(entries.filter { $0["ph"] as? String == "X" }.compactMap { $0["tid"] as? Int }) == [1, 2])
  }
}
