import Testing

@testable import PureduxPersistence

@Suite struct SavingScheduleTests {
  var schedule = SavingSchedule(pace: SavingPace(debounce: .seconds(1), maximumDelay: .seconds(3)))

  @Test mutating func `a change is saved after a quiet interval`() {
    #expect(schedule.changed(at: .seconds(10)) == 1)
    #expect(schedule.step(1, at: .seconds(10)) == .sleep(.seconds(1)))
    #expect(schedule.changed(at: .milliseconds(10_400)) == nil)
    #expect(schedule.step(1, at: .seconds(11)) == .sleep(.milliseconds(400)))
    #expect(schedule.step(1, at: .milliseconds(11_400)) == .save)
    #expect(schedule.saved(true, at: .milliseconds(11_400)) == nil)
    #expect(schedule.step(1, at: .milliseconds(11_400)) == .end)
  }

  @Test mutating func `under a steady stream of changes, a change is saved within the maximum wait`() {
    _ = schedule.changed(at: .zero)
    for tenth in 1...29 { #expect(schedule.changed(at: .milliseconds(tenth * 100)) == nil) }
    #expect(schedule.step(1, at: .milliseconds(2_900)) == .sleep(.milliseconds(100)))
    #expect(schedule.step(1, at: .seconds(3)) == .save)
  }

  @Test mutating func `a change while saving is saved next`() {
    _ = schedule.changed(at: .zero)
    #expect(schedule.step(1, at: .seconds(1)) == .save)
    #expect(schedule.changed(at: .seconds(1)) == nil)
    #expect(schedule.saved(true, at: .seconds(2)) == nil)
    #expect(schedule.step(1, at: .seconds(2)) == .save)
  }

  @Test mutating func `flushing saves at once, waits for a save in progress, and returns when all is saved`() {
    #expect(schedule.flush() == .done)
    #expect(schedule.changed(at: .zero) == 1)
    #expect(schedule.flush() == .save)
    #expect(schedule.flush() == .wait)
    #expect(schedule.step(1, at: .seconds(1)) == .end)
    #expect(schedule.changed(at: .seconds(1)) == nil)
    #expect(schedule.saved(true, at: .seconds(1)) == 2)
    #expect(schedule.flush() == .save)
  }

  @Test mutating func `a failed save is retried with growing delays, until it succeeds`() {
    _ = schedule.changed(at: .zero)
    var now = Duration.seconds(1)
    for wait in [1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(schedule.step(1, at: now) == .save)
      _ = schedule.saved(false, at: now)
      #expect(schedule.step(1, at: now) == .sleep(.seconds(wait)))
      now += .seconds(wait)
    }
    #expect(schedule.step(1, at: now) == .save)
    _ = schedule.saved(true, at: now)
    #expect(schedule.changed(at: now) == 2)
    #expect(schedule.step(2, at: now) == .sleep(.seconds(1)))
  }

  @Test mutating func `a failed restore is retried like a failed save`() {
    #expect(schedule.restoringFailed(at: .zero) == 1)
    #expect(schedule.changed(at: .zero) == nil)
    #expect(schedule.step(1, at: .zero) == .sleep(.seconds(1)))
    #expect(schedule.step(1, at: .seconds(1)) == .save)
    _ = schedule.saved(false, at: .seconds(1))
    #expect(schedule.step(1, at: .seconds(1)) == .sleep(.seconds(2)))
  }

  @Test mutating func `after the end, unsaved changes are saved at once, and retried only on request`() {
    #expect(schedule.end() == nil)
    #expect(schedule.changed(at: .zero) == 1)
    #expect(schedule.step(1, at: .zero) == .save)
    #expect(schedule.saved(false, at: .zero) == nil)
    #expect(schedule.step(1, at: .zero) == .end)
    #expect(schedule.flush() == .save)
    #expect(schedule.saved(false, at: .zero) == nil)
    #expect(schedule.flush() == .save)
    #expect(schedule.saved(true, at: .zero) == nil)
    #expect(schedule.flush() == .done)
  }

  @Test mutating func `a save that began before the end is not the last attempt`() {
    _ = schedule.changed(at: .zero)
    #expect(schedule.step(1, at: .seconds(1)) == .save)
    #expect(schedule.changed(at: .seconds(1)) == nil)
    #expect(schedule.end() == nil)
    _ = schedule.saved(false, at: .seconds(1))
    #expect(schedule.step(1, at: .seconds(1)) == .save)
    _ = schedule.saved(false, at: .seconds(1))
    #expect(schedule.step(1, at: .seconds(1)) == .end)
  }

  @Test mutating func `a clock that does not wait is reported once and tried three times, and never again`() {
    for timer in 1...3 {
      #expect(schedule.changed(at: .zero) == timer)
      #expect(schedule.waitFailed(timer) == (timer == 1))
      #expect(schedule.step(timer, at: .seconds(9)) == .end)
    }
    #expect(schedule.changed(at: .zero) == nil)
    #expect(schedule.flush() == .save)
    #expect(schedule.saved(true, at: .zero) == nil)
    #expect(schedule.changed(at: .zero) == nil)
    #expect(schedule.end() == 4)
    #expect(schedule.step(4, at: .zero) == .save)
  }
}
