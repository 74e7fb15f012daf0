import Testing

@testable import PureduxEffects

/// Who may work, first come first served.
struct AdmissionQueueTests {
  private func run(_ number: Int) -> EffectRun { EffectRun(.running(), number: number, slot: number) }

  @Test func `as many as the limit says are admitted, the others one for each that leaves`() {
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

  @Test func `those who leave a queue that does not move are not kept`() {
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

  @Test func `without a limit nobody waits`() {
    var queue = AdmissionQueue(limit: nil)
    #expect((0..<100).allSatisfy { queue.enter(run($0)) == .admitted })
  }
}
