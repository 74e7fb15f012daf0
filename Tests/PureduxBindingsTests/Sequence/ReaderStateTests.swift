import PureduxTesting
import Testing

@testable import PureduxBindings

@Suite struct ReaderStateTests {
  @Test func `readers of one iteration that wait at the same time are all woken`() async throws {
    let state = Guarded(ReaderState())
    let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
    let (reasons, woken) = AsyncStream.makeStream(of: ReaderState.Reason.self)
    for _ in 1...2 {
      Task {
        let reason = await withCheckedContinuation { reader in
          let wakeUp = state.withLock { $0.wait(reader) }
          #expect(wakeUp == nil)
          waiting.yield()
        }
        woken.yield(reason)
      }
    }
    var (wait, reason) = (waits.makeAsyncIterator(), reasons.makeAsyncIterator())
    for _ in 1...2 { await wait.next() }
    let wakeUp = try #require(state.withLock { $0.change() })
    try #require(wakeUp.others.count == 1)
    for reader in [wakeUp.reader] + wakeUp.others { reader.resume(returning: wakeUp.reason) }
    #expect(await reason.next() == .changed)
    #expect(await reason.next() == .changed)
    #expect(state.withLock { $0.change() } == nil)
  }
}
