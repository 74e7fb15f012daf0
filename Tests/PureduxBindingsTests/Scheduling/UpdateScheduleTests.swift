import Testing

@testable import PureduxBindings

@Suite struct UpdateScheduleTests {
  private var schedule = UpdateSchedule()

  @Test mutating func `a change without an interval is due at once`() {
    #expect(schedule.change(1, .immediate, at: .zero) == .makeRound)
    #expect(schedule.takeDue(at: .zero) == [1])
    #expect(schedule.ended(at: .zero) == .none)
  }

  @Test mutating func `an update waits until an interval has passed without a change`() {
    #expect(schedule.change(1, .debounce(.milliseconds(10)), at: .zero) == .sleep(until: .milliseconds(10)))
    #expect(schedule.change(1, .debounce(.milliseconds(10)), at: .milliseconds(6)) == .none)
    #expect(schedule.rang(.milliseconds(10), at: .milliseconds(10)) == .sleep(until: .milliseconds(16)))
    #expect(schedule.rang(.milliseconds(16), at: .milliseconds(16)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(16)) == [1])
  }

  @Test(arguments: [UpdateSchedule.Rate.debounce(.milliseconds(10)), .throttle(.milliseconds(10))])
  mutating func `a clock whose waits end at once without advancing causes no busy loop`(
    rate: UpdateSchedule.Rate
  ) {
    for _ in 1...5 {
      var step = schedule.change(1, rate, at: .zero)
      if case .sleep(let end) = step { step = schedule.rang(end, at: .zero) }
      #expect(step == .makeRound)
      #expect(schedule.takeDue(at: .zero) == [1])
      #expect(schedule.ended(at: .zero) == .none)
    }
  }

  @Test mutating func `a sheet waits like a view, and is part of each round of other views`() {
    schedule.join(2)
    #expect(schedule.change(2, .joined(.milliseconds(16)), at: .zero) == .sleep(until: .milliseconds(16)))
    #expect(schedule.change(1, .immediate, at: .milliseconds(5)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(5)) == [1, 2])
    #expect(schedule.ended(at: .milliseconds(5)) == .none)
    // The alarm of the first change is still to come.
    #expect(schedule.change(2, .joined(.milliseconds(16)), at: .milliseconds(6)) == .none)
    #expect(schedule.rang(.milliseconds(16), at: .milliseconds(16)) == .sleep(until: .milliseconds(22)))
    #expect(schedule.rang(.milliseconds(22), at: .milliseconds(22)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(22)) == [2])
  }

  @Test mutating func `a hurried round has all updates that wait for a frame, and no longer ones`() {
    _ = schedule.change(1, .debounce(.milliseconds(16)), at: .zero)
    _ = schedule.change(2, .debounce(.milliseconds(500)), at: .zero)
    _ = schedule.change(3, .joined(.milliseconds(16)), at: .zero)
    schedule.hurry()
    #expect(schedule.change(4, .immediate, at: .milliseconds(1)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(1)) == [1, 3, 4])
    #expect(schedule.ended(at: .milliseconds(1)) == .none)
    #expect(schedule.rang(.milliseconds(16), at: .milliseconds(16)) == .sleep(until: .milliseconds(500)))
  }

  @Test mutating func `a steady stream of changes starves no view`() {
    // A change every 2 ms with an interval of 7 ms, for a second.
    var (rounds, alarm): (Int, Duration?) = (0, nil)
    for now in (0..<1000).map({ Duration.milliseconds($0) }) {
      var step = UpdateSchedule.Step.none
      if let ringing = alarm, ringing == now { step = schedule.rang(ringing, at: now) }
      if now.components.attoseconds / 1_000_000_000_000_000 % 2 == 0 {
        let other = schedule.change(1, .debounce(.milliseconds(7)), at: now)
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

  /// The rounds of a second with a change in each millisecond.
  private mutating func rounds(_ rate: UpdateSchedule.Rate) -> Int {
    var (rounds, alarm): (Int, Duration?) = (0, nil)
    for now in (0..<1000).map({ Duration.milliseconds($0) }) {
      var steps: [UpdateSchedule.Step] = []
      if let ringing = alarm, ringing <= now {
        alarm = nil
        steps.append(schedule.rang(ringing, at: now))
      }
      steps.append(schedule.change(1, rate, at: now))
      while let step = steps.popLast() {
        if case .sleep(let end) = step { alarm = end }
        guard step == .makeRound else { continue }
        rounds += schedule.takeDue(at: now).count
        steps.append(schedule.ended(at: now))
      }
    }
    return rounds
  }

  @Test mutating func `a steady stream is displayed at the frame rate, or debounced in every fourth frame`() {
    #expect((55...60).contains(rounds(UpdateRate.frame.resolved(in: StoreContext()))))
    schedule = UpdateSchedule()
    #expect((14...17).contains(rounds(.debounce(.milliseconds(16)))))
  }

  @Test mutating func `a single change is shown at once at the rate of frames`() {
    #expect(schedule.change(1, UpdateRate.frame.resolved(in: StoreContext()), at: .seconds(1)) == .makeRound)
  }

  @Test mutating func `updates that become due during a round wait for the next one`() {
    #expect(schedule.change(1, .immediate, at: .zero) == .makeRound)
    #expect(schedule.takeDue(at: .zero) == [1])
    #expect(schedule.change(2, .immediate, at: .zero) == .none)
    #expect(schedule.change(1, .immediate, at: .zero) == .none)
    #expect(schedule.ended(at: .zero) == .makeRound)
    #expect(schedule.takeDue(at: .zero) == [1, 2])
  }

  @Test mutating func `a round includes everything that is due, in order`() {
    for binding in [3, 1, 2] as [UInt64] { _ = schedule.change(binding, .debounce(.milliseconds(5)), at: .zero) }
    _ = schedule.change(4, .debounce(.milliseconds(9)), at: .zero)
    #expect(schedule.rang(.milliseconds(5), at: .milliseconds(5)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(5)) == [1, 2, 3])
    #expect(schedule.ended(at: .milliseconds(6)) == .sleep(until: .milliseconds(9)))
  }

  @Test mutating func `a round includes changes of the same turn that are notified a moment later`() {
    let (turn, moment) = (Duration.milliseconds(5), Duration.microseconds(20))
    _ = schedule.change(1, .debounce(.milliseconds(5)), at: turn)
    _ = schedule.change(2, .debounce(.milliseconds(5)), at: turn + moment)
    #expect(schedule.rang(.milliseconds(10), at: .milliseconds(10)) == .makeRound)
    #expect(schedule.takeDue(at: .milliseconds(10)) == [1, 2])
  }

  @Test mutating func `a shorter wait sets an earlier alarm, and the late one is ignored`() {
    #expect(schedule.change(1, .debounce(.milliseconds(9)), at: .zero) == .sleep(until: .milliseconds(9)))
    #expect(schedule.change(2, .debounce(.milliseconds(5)), at: .zero) == .sleep(until: .milliseconds(5)))
    #expect(schedule.rang(.milliseconds(9), at: .milliseconds(9)) == .none)
  }

  @Test mutating func `a binding that never waits takes part in every round`() {
    schedule.join(1)
    _ = schedule.change(2, .immediate, at: .zero)
    #expect(schedule.takeDue(at: .zero) == [1, 2])
    schedule.remove(1)
    #expect(schedule.takeDue(at: .zero) == [])
  }

  @Test mutating func `an ended binding is not updated`() {
    _ = schedule.change(1, .debounce(.milliseconds(5)), at: .zero)
    schedule.remove(1)
    #expect(schedule.rang(.milliseconds(5), at: .milliseconds(5)) == .none)
  }

  @Test mutating func `a throttled update is made at the first change, and then once in an interval`() {
    let (second, rate) = (Duration.seconds(1), UpdateSchedule.Rate.throttle(.seconds(1)))
    #expect(schedule.change(1, rate, at: .zero) == .makeRound)
    #expect(schedule.takeDue(at: .zero) == [1])
    #expect(schedule.ended(at: .zero) == .none)
    for change in 1...9 {
      let step = schedule.change(1, rate, at: second * change / 10)
      #expect(step == (change == 1 ? .sleep(until: second) : .none))
    }
    #expect(schedule.rang(second, at: second) == .makeRound)
    #expect(schedule.takeDue(at: second) == [1])
    #expect(schedule.ended(at: second) == .none)
    // After a pause, a change counts as the first again.
    #expect(schedule.change(1, rate, at: second * 5) == .makeRound)
  }

  @Test mutating func `an ended binding is not throttled when its number is used again`() {
    _ = schedule.change(1, .throttle(.seconds(1)), at: .zero)
    _ = schedule.takeDue(at: .zero)
    _ = schedule.ended(at: .zero)
    schedule.remove(1)
    #expect(schedule.change(1, .throttle(.seconds(1)), at: .zero) == .makeRound)
  }
}
