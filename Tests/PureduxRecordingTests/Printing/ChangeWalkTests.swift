import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxRecording

@Suite struct `A walk along the changes` {
  private let runner = ManualRunner()

  private func walk(_ recording: Recording, after position: Int = 0) -> ChangeWalk {
    ChangeWalk(recording.history, after: UInt64(position))
  }

  /// The changes made by the events, as text.
  private func changes(_ batch: ChangeWalk.Batch) -> [String] {
    batch.steps.map { step in
      step.changes.map { "\($0.store): \($0.difference.changes.map { "\($0.before ?? "") \($0.after ?? "")" })" }
        .joined()
    }
  }

  @Test func `counts discarded events, and continues with the right states`() throws {
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let recording = store.record(limit: 64)
    runner.runUntilIdle()
    var walk = walk(recording)
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(changes(walk.next(upTo: 1, atMost: 10, comparing: { _ in true }, { $0 })) == ["1: [\"0 1\"]"])
    for _ in 2...3000 { store.dispatch(1) }
    runner.runUntilIdle()
    let batch = walk.next(upTo: 3000, atMost: 2, comparing: { _ in true }, { $0 })
    let first = try #require(batch.steps.first?.event.number)
    #expect(batch.missed == first - 2)
    #expect(batch.missed > 0)
    #expect(changes(batch) == ["1: [\"\(first - 1) \(first)\"]", "1: [\"\(first) \(first + 1)\"]"])
    #expect(walk.position == first + 1)
  }

  @Test func `passes all levels of an event at once`() {
    let root = StateStore<Int, Int>(0, runner: runner, middleware: ClosureMiddleware { action, _ in action * 10 }) {
      $0 += $1
    }
    let child = root.with(0, middleware: ClosureMiddleware { action, _ in action == 3 ? nil : action }) { $0 += $1 }
    let recording = root.record()
    runner.runUntilIdle()
    for action in 1...4 { child.dispatch(action) }
    runner.runUntilIdle()
    var walk = walk(recording)
    let batch = walk.next(upTo: UInt64(recording.lastEvent), atMost: 10, comparing: { _ in true }, { $0 })
    let (one, two) = (root.id.number, child.id.number)
    #expect(
      changes(batch) == [
        "\(one): [\"0 10\"]\(two): [\"0 1\"]", "\(one): [\"10 30\"]\(two): [\"1 3\"]", "",
        "\(one): [\"30 70\"]\(two): [\"3 7\"]",
      ])
  }

  @Test func `stops before later events, and compares only the requested events`() {
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let recording = store.record()
    runner.runUntilIdle()
    for action in 1...5 { store.dispatch(action) }
    runner.runUntilIdle()
    var walk = walk(recording, after: 1)
    #expect(changes(walk.next(upTo: 3, atMost: 10, comparing: { $0.number == 3 }, { $0 })) == ["", "1: [\"3 6\"]"])
    #expect(changes(walk.next(upTo: 3, atMost: 10, comparing: { _ in true }, { $0 })) == [])
    #expect(changes(walk.next(upTo: 5, atMost: 10, comparing: { $0.number == 5 }, { $0 })) == ["", "1: [\"10 15\"]"])
  }
}
