import Testing

@testable import PureduxEffects

/// Who may work, first come first served.
struct LineTests {
  private func run(_ number: Int) -> EffectRun { EffectRun(.running(), number: number, place: number) }

  @Test func `as many as the limit says are admitted, the others one for each that leaves`() {
    var line = Line(limit: 2)
    let runs = (0..<5).map(run)
    #expect(runs.map { line.enter($0) } == [.admitted, .admitted, .inLine, .inLine, .inLine])
    #expect(line.next() == nil)
    line.leave(runs[3], .inLine)
    line.leave(runs[0], .admitted)
    #expect(line.next() === runs[2])
    line.leave(runs[1], .admitted)
    #expect(line.next() === runs[4])
    line.leave(runs[2], .admitted)
    #expect(line.next() == nil)
  }

  @Test func `those who leave a line that does not move are not kept`() {
    final class Kept {
      weak var run: EffectRun?
      init(_ run: EffectRun) { self.run = run }
    }
    var line = Line(limit: 1)
    let (worker, waiter) = (run(0), run(1))
    _ = (line.enter(worker), line.enter(waiter))
    let kept = (2..<1000).map { number in
      let run = run(number)
      _ = line.enter(run)
      line.leave(run, .inLine)
      return Kept(run)
    }
    #expect(kept.count { $0.run != nil } < 4)
    line.leave(worker, .admitted)
    #expect(line.next() === waiter)
    #expect(line.next() == nil)
  }

  @Test func `without a limit nobody waits`() {
    var line = Line(limit: nil)
    #expect((0..<100).allSatisfy { line.enter(run($0)) == .admitted })
  }
}
