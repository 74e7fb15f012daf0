import Dispatch
import PureduxCore
import Testing

@testable import PureduxTesting

struct WaitTimerTests {
  @MainActor @Test func `a limit does not expire while the main thread is blocked`() async {
    let fired = Recorder<String>()
    let timer = WaitTimer { fired.record("over") }
    timer.start(after: .zero)
    holdMainThread(forTimers: 100)
    #expect(fired.values == [])
    #expect(await fired.values(count: 1) == ["over"])
  }

  @MainActor @Test func `a cancelled limit never expires`() async {
    let fired = Recorder<String>()
    let (cancelled, next) = (WaitTimer { fired.record("cancelled") }, WaitTimer { fired.record("next") })
    cancelled.start(after: .zero)
    cancelled.cancel()
    next.start(after: .zero)
    #expect(await fired.values(count: 1) == ["next"])
    #expect(fired.values == ["next"])
  }

  /// Returns when a number of timers, started one after another, have fired on the queue that all timers share.
  @MainActor private func holdMainThread(forTimers count: Int) {
    let fired = DispatchSemaphore(value: 0)
    for _ in 1...count {
      StoreTimer { fired.signal() }.start(after: .zero, in: StoreContext())
      fired.wait()
    }
  }
}
