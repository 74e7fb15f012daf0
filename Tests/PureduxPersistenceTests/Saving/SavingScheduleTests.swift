import Testing

@testable import PureduxPersistence

@Suite struct SavingScheduleTests {
  var schedule = SavingSchedule(pace: SavingPace(quiet: .seconds(1), longest: .seconds(3)))

  @Test mutating func `a change is saved when it has been quiet for long enough`() {
    #expect(schedule.changed(at: .seconds(10)) == true)
    #expect(schedule.step(at: .seconds(10)) == .sleep(.seconds(1)))
    #expect(schedule.changed(at: .milliseconds(10_400)) == false)
    #expect(schedule.step(at: .seconds(11)) == .sleep(.milliseconds(400)))
    #expect(schedule.step(at: .milliseconds(11_400)) == .save)
    #expect(schedule.saved(true, at: .milliseconds(11_400)) == false)
    #expect(schedule.step(at: .milliseconds(11_400)) == .rest)
  }

  @Test mutating func `under a steady stream a change is saved within the longest wait`() {
    _ = schedule.changed(at: .zero)
    for tenth in 1...29 { #expect(schedule.changed(at: .milliseconds(tenth * 100)) == false) }
    #expect(schedule.step(at: .milliseconds(2_900)) == .sleep(.milliseconds(100)))
    #expect(schedule.step(at: .seconds(3)) == .save)
  }

  @Test mutating func `a change while saving is saved next`() {
    _ = schedule.changed(at: .zero)
    #expect(schedule.step(at: .seconds(1)) == .save)
    #expect(schedule.changed(at: .seconds(1)) == false)
    #expect(schedule.saved(true, at: .seconds(2)) == false)
    #expect(schedule.step(at: .seconds(2)) == .save)
  }

  @Test mutating func `flushing saves at once, waits for what is under way, and is done when all is saved`() {
    #expect(schedule.flush() == .done)
    #expect(schedule.changed(at: .zero) == true)
    #expect(schedule.flush() == .save)
    #expect(schedule.flush() == .wait)
    #expect(schedule.step(at: .seconds(1)) == .rest)
    #expect(schedule.changed(at: .seconds(1)) == false)
    #expect(schedule.saved(true, at: .seconds(1)) == true)
    #expect(schedule.flush() == .save)
  }

  @Test mutating func `what failed is tried again, ever more patiently, until it succeeds`() {
    _ = schedule.changed(at: .zero)
    var now = Duration.seconds(1)
    for wait in [1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(schedule.step(at: now) == .save)
      _ = schedule.saved(false, at: now)
      #expect(schedule.step(at: now) == .sleep(.seconds(wait)))
      now += .seconds(wait)
    }
    #expect(schedule.step(at: now) == .save)
    _ = schedule.saved(true, at: now)
    _ = schedule.changed(at: now)
    #expect(schedule.step(at: now) == .sleep(.seconds(1)))
  }

  @Test mutating func `after the end what is not saved is saved at once, and once only unless it is asked for`() {
    #expect(schedule.end() == false)
    #expect(schedule.changed(at: .zero) == true)
    #expect(schedule.step(at: .zero) == .save)
    #expect(schedule.saved(false, at: .zero) == false)
    #expect(schedule.step(at: .zero) == .rest)
    #expect(schedule.flush() == .save)
    #expect(schedule.saved(false, at: .zero) == false)
    #expect(schedule.flush() == .save)
    #expect(schedule.saved(true, at: .zero) == false)
    #expect(schedule.flush() == .done)
  }

  @Test mutating func `a saving that began before the end is not the last try`() {
    _ = schedule.changed(at: .zero)
    #expect(schedule.step(at: .seconds(1)) == .save)
    #expect(schedule.changed(at: .seconds(1)) == false)
    #expect(schedule.end() == false)
    _ = schedule.saved(false, at: .seconds(1))
    #expect(schedule.step(at: .seconds(1)) == .save)
    _ = schedule.saved(false, at: .seconds(1))
    #expect(schedule.step(at: .seconds(1)) == .rest)
  }
}
