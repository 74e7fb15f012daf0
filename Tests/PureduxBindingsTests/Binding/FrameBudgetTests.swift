import Dispatch
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct FrameBudgetTests {
  private let budget = FrameBudget()

  @Test func `the first waiting view may use the whole time budget, and the next view the rest`() {
    var granted: [Duration] = []
    for _ in 0..<2 {
      budget.spend(.seconds(3)) { end in
        granted.append(.nanoseconds(Int64(end.uptimeNanoseconds - DispatchTime.now().uptimeNanoseconds)))
        passTime()
      }
    }
    #expect(granted.count == 2 && granted[0] > .seconds(2) && granted[0] <= .seconds(3) && granted[1] < .seconds(3))
  }

  @Test func `no view waits once the time is spent`() {
    budget.spend(.nanoseconds(1)) { _ in passTime() }
    var isGranted = false
    budget.spend(.nanoseconds(1)) { _ in isGranted = true }
    #expect(!isGranted)
  }

  @Test func `another turn of the main actor has a new time budget`() async {
    budget.spend(.nanoseconds(1)) { _ in passTime() }
    // After the work that the budget postponed to the end of this turn.
    await Task { @MainActor in }.value
    var isGranted = false
    budget.spend(.nanoseconds(1)) { _ in isGranted = true }
    #expect(isGranted)
  }

  private func passTime() {
    let clock = ContinuousClock()
    let start = clock.now
    while start.duration(to: clock.now) < .nanoseconds(2) {}
  }
}
