import Foundation
import Testing

@testable import DownloadsProgram

struct BoundedQueueTests {
  private final class Counts: @unchecked Sendable {
    // SAFETY: accessed only with `lock` held.
    private var added = 0
    private var done = 0
    private var mostWaiting = 0
    private let lock = NSLock()

    func add() { lock.withLock { added += 1 } }

    /// Counts this element as waiting until it is done.
    func finish() {
      lock.withLock {
        mostWaiting = max(mostWaiting, added - done)
        done += 1
      }
    }

    var result: (done: Int, mostWaiting: Int) { lock.withLock { (done, mostWaiting) } }
  }

  @Test func `no more is added than the queue holds, and all operations run`() async {
    let (queue, counts) = (BoundedQueue(limit: 4), Counts())
    await Task.detached {
      for _ in 0..<2_000 {
        queue.addOperation { counts.finish() }
        counts.add()
      }
    }.value
    await withCheckedContinuation { over in queue.addBarrierBlock { over.resume() } }
    #expect(counts.result.done == 2_000)
    #expect(counts.result.mostWaiting <= 4)
  }
}
