import Testing

@testable import PureduxBindings

@Suite struct UpdateScheduleTests {
  private var schedule = UpdateSchedule()

  @Test mutating func `a change without an interval is due at once`() {
    #expect(schedule.change(1, interval: .zero, at: .zero) == .makeRound)
    #expect(schedule.takeDue(at: .zero) == [1])
    #expect(schedule.ended(at: .zero) == .none)
  }

  @Test mutating func `an update waits until an interval has passed without a change`() {
    #expect(schedule.change(1, interval: .milliseconds(10), at: .zero) == .sleep(until: .milliseconds(10)))
    #expect(schedule.change(1, interval: .milliseconds(10), at: .milliseconds(6)) == .none)
    #expect(schedule.rang(.milliseconds(10), at: .milliseconds(10)) == .sleep(until: .milliseconds(16)))
    #expect(schedule.rang(.milliseconds(16), at: .milliseconds(16)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(16)) == [1])
  }

  @Test mutating func `a steady stream of changes starves nobody`() {
    // A change every 2 ms with an interval of 7 ms, for a second.
    var (rounds, alarm): (Int, Duration?) = (0, nil)
    for now in (0..<1000).map({ Duration.milliseconds($0) }) {
      var step = UpdateSchedule.Step.none
      if let ringing = alarm, ringing == now { step = schedule.rang(ringing, at: now) }
      if now.components.attoseconds / 1_000_000_000_000_000 % 2 == 0 {
        let other = schedule.change(1, interval: .milliseconds(7), at: now)
        if step == .none { step = other }
      }
      if case .sleep(let end) = step { alarm = end }
      if step == .makeRound {
        #expect(schedule.takeDue(at: now) == [1])
        rounds += 1
        if case .sleep(let end) = schedule.ended(at: now) { alarm = end }
      }
    }
    #expect(rounds >= 1000 / (7 * UpdateSchedule.longestWait + 2))
  }

  @Test mutating func `what becomes due during a round waits for the next`() {
    #expect(schedule.change(1, interval: .zero, at: .zero) == .makeRound)
    #expect(schedule.takeDue(at: .zero) == [1])
    #expect(schedule.change(2, interval: .zero, at: .zero) == .none)
    #expect(schedule.change(1, interval: .zero, at: .zero) == .none)
    #expect(schedule.ended(at: .zero) == .makeRound)
    #expect(schedule.takeDue(at: .zero) == [1, 2])
  }

  @Test mutating func `a round takes all that is due, in order`() {
    for binding in [3, 1, 2] as [UInt64] { _ = schedule.change(binding, interval: .milliseconds(5), at: .zero) }
    _ = schedule.change(4, interval: .milliseconds(9), at: .zero)
    #expect(schedule.rang(.milliseconds(5), at: .milliseconds(5)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(5)) == [1, 2, 3])
    #expect(schedule.ended(at: .milliseconds(6)) == .sleep(until: .milliseconds(9)))
  }

  @Test mutating func `a round takes along what changed in the same turn, a moment later`() {
    let (turn, moment) = (Duration.milliseconds(5), Duration.microseconds(20))
    _ = schedule.change(1, interval: .milliseconds(5), at: turn)
    _ = schedule.change(2, interval: .milliseconds(5), at: turn + moment)
    #expect(schedule.rang(.milliseconds(10), at: .milliseconds(10)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(10)) == [1, 2])
  }

  @Test mutating func `a shorter wait sets an earlier alarm, and the late one is ignored`() {
    #expect(schedule.change(1, interval: .milliseconds(9), at: .zero) == .sleep(until: .milliseconds(9)))
    #expect(schedule.change(2, interval: .milliseconds(5), at: .zero) == .sleep(until: .milliseconds(5)))
    #expect(schedule.rang(.milliseconds(9), at: .milliseconds(9)) == .none)
  }

  @Test mutating func `one that never waits takes part in every round`() {
    schedule.join(1)
    _ = schedule.change(2, interval: .zero, at: .zero)
    #expect(schedule.takeDue(at: .zero) == [1, 2])
    schedule.remove(1)
    #expect(schedule.takeDue(at: .zero) == [])
  }

  @Test mutating func `one that has ended is not updated`() {
    _ = schedule.change(1, interval: .milliseconds(5), at: .zero)
    schedule.remove(1)
    #expect(schedule.rang(.milliseconds(5), at: .milliseconds(5)) == .none)
  }
}
