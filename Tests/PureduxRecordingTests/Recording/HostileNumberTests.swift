import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxRecording

/// Numbers that were computed, read from a file or typed, and identify no event.
@Suite struct HostileNumberTests {
  private static let numbers: [Int] = [.min, .min + 1, -1, 0, 1, 2, 5, 6, 7, .max - 1, .max]
  private static let durations: [Duration] = [
    .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1e17), .seconds(Int64.max),
    Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
  ]

  private let runner = ManualRunner()

  private func counter() -> StateStore<Int, Int> { StateStore(0, runner: runner) { $0 += $1 } }

  /// A recording of five events, with a store whose state is 5 afterwards.
  private func fiveEvents(limit: Int = 1000) -> (StateStore<Int, Int>, Recording) {
    let store = counter()
    let recording = store.record(limit: limit)
    for _ in 1...5 { store.dispatch(1) }
    runner.runUntilIdle()
    return (store, recording)
  }

  @Test(arguments: numbers) func `a missing event is not found, and its states are the nearest`(number: Int) {
    let (store, recording) = fiveEvents()
    let isThere = (1...5).contains(number)
    #expect(recording.event(number)?.number == (isThere ? number : nil))
    #expect(recording.causes(of: number).isEmpty && recording.effects(of: number).isEmpty)
    #expect(recording.events(after: number).count == 5 - min(max(number, 0), 5))
    #expect(recording.events(limit: number).count == min(max(number, 0), 5))
    #expect(recording.state(of: store, after: number) == min(max(number, 0), 5))
    #expect(recording.state(ofStore: store.id.number, after: number) as? Int == min(max(number, 0), 5))
    #expect(recording.state(ofStore: UInt64(bitPattern: Int64(number)) | 1 << 40, after: number) == nil)
    #expect(recording.difference(at: number).count == (isThere ? 1 : 0))
  }

  @Test(arguments: numbers) func `a journey to a missing event ends at the nearest event`(number: Int) {
    let (store, recording) = fiveEvents()
    for travel in [{ recording.jump(to: number) }, { recording.step(number) }] {
      recording.pause()
      travel()
      runner.runUntilIdle()
      #expect((0...5).contains(store.state))
      #expect(recording.position.map { $0 == store.state } ?? true)
      recording.skip(number)
      recording.step(-1)
      recording.unskip(number)
      recording.step(number)
      runner.runUntilIdle()
      #expect((0...5).contains(store.state) && recording.skippedEvents.isEmpty)
      recording.resume()
      runner.runUntilIdle()
      #expect(store.state == 5)
    }
  }

  @Test(arguments: numbers) func `a recording of any length knows its last event`(limit: Int) {
    let (store, recording) = fiveEvents(limit: limit)
    #expect(recording.lastEvent == 5 && recording.state(of: store, after: 5) == 5)
    let trees = TreeRecordings(limit: limit, trees: limit)
    #expect(trees.recordings.isEmpty)
  }

  @Test(arguments: durations) func `a log accepts a limit of any duration`(limit: Duration) async {
    let texts = Recorder<String>()
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    let log = store.log(to: texts.record, slowerThan: limit)
    await store.send(1)
    await log.settled()
    #expect(texts.values.count == 1)
    // Between the two, the result depends on the duration of the reducer.
    guard limit < .zero || limit > .seconds(1_000_000) else { return }
    #expect(texts.values.first?.contains(", more than ") == (limit < .zero))
  }

  @Test(arguments: numbers) func `the number of last actions for a crash is limited by the space`(count: Int) {
    let store = counter()
    let subscription = store.printLastActionsOnCrash(count)
    for _ in 1...5 { store.dispatch(1) }
    runner.runUntilIdle()
    #expect(store.state == 5)
    subscription.cancel()
  }
}
