import PureduxTesting
import Testing

@testable import PureduxEffects

/// Which runs are admitted: the highest priority first, equal priorities in order of arrival.
struct AdmissionQueueTests {
  private func run(_ number: Int) -> EffectRun { EffectRun(.running(), number: number, slot: number) }

  @Test func `runs are admitted up to the limit, then one for each run that leaves`() {
    var queue = AdmissionQueue(limit: 2)
    let runs = (0..<5).map(run)
    #expect(runs.map { queue.enter($0) } == [.admitted, .admitted, .queued, .queued, .queued])
    #expect(queue.next() == nil)
    queue.leave(runs[3], .queued)
    queue.leave(runs[0], .admitted)
    #expect(queue.next() === runs[2])
    queue.leave(runs[1], .admitted)
    #expect(queue.next() === runs[4])
    queue.leave(runs[2], .admitted)
    #expect(queue.next() == nil)
  }

  @Test func `runs that leave a stalled queue are not retained`() {
    final class Kept {
      weak var run: EffectRun?
      init(_ run: EffectRun) { self.run = run }
    }
    var queue = AdmissionQueue(limit: 1)
    let (worker, waiter) = (run(0), run(1))
    _ = (queue.enter(worker), queue.enter(waiter))
    let kept = (2..<1000).map { number in
      let run = run(number)
      _ = queue.enter(run)
      queue.leave(run, .queued)
      return Kept(run)
    }
    #expect(kept.count { $0.run != nil } < 4)
    queue.leave(worker, .admitted)
    #expect(queue.next() === waiter)
    #expect(queue.next() == nil)
  }

  @Test func `the highest priority goes first, and a run with a changed priority goes behind those that have it`() {
    var queue = AdmissionQueue(limit: 1)
    let runs = (0..<6).map(run)
    let priorities: [TaskPriority?] = [nil, .low, .medium, .high, nil, .high]
    for (run, priority) in zip(runs, priorities) { _ = queue.enter(run, priority.map(WorkPriority.init)) }
    queue.move(runs[1], to: WorkPriority(.high))
    queue.move(runs[3], to: WorkPriority(.low))
    queue.move(runs[3], to: WorkPriority(.high))
    queue.leave(runs[5], .queued)
    queue.move(runs[5], to: WorkPriority(.high))
    var order: [Int] = []
    queue.leave(runs[0], .admitted)
    while let run = queue.next() {
      order.append(run.number)
      queue.leave(run, .admitted)
    }
    #expect(order == [1, 3, 2, 4])
  }

  @Test func `random runs are admitted in the order of a sorted list`() {
    var random = SeededGenerator(seed: 7)
    var queue = AdmissionQueue(limit: 1)
    _ = queue.enter(run(0))
    var waiting: [(run: EffectRun, priority: WorkPriority)] = []
    for number in 1..<5_000 {
      let priority = WorkPriority([.low, .medium, .high].randomElement(using: &random) ?? .low)
      let index = waiting.indices.randomElement(using: &random)
      switch (Int.random(in: 0..<5, using: &random), index) {
      case (2, let index?):
        let moved = waiting.remove(at: index)
        waiting.append((moved.run, priority))
        queue.move(moved.run, to: priority)
      case (3, let index?): queue.leave(waiting.remove(at: index).run, .queued)
      case (4, _?):
        let highest = waiting.map(\.priority).max()
        let first = waiting.firstIndex { $0.priority == highest }.map { waiting.remove(at: $0).run }
        queue.leave(run(0), .admitted)
        #expect(queue.next() === first)
      default:
        waiting.append((run(number), priority))
        _ = queue.enter(waiting[waiting.count - 1].run, priority)
      }
    }
  }

  @Test func `without a limit no run waits`() {
    var queue = AdmissionQueue(limit: nil)
    #expect((0..<100).allSatisfy { queue.enter(run($0)) == .admitted })
  }
}
