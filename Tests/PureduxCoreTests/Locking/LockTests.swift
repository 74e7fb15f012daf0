import Foundation
import PureduxAtomics
import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct LockTests {
  @Test func `acquiring a lock that the thread holds is detected, and the thread keeps it`() {
    let lock = Lock()
    #expect(lock.isFree)
    lock.hold { _ in
      #expect(!lock.lock())
      #expect(!lock.isFree)
    }
    #expect(lock.isFree)
  }

  @Test func `a lock is wanted while a thread waits for it, and no longer`() async {
    let lock = Lock()
    let taken = Recorder<Void>()
    lock.hold { _ in
      #expect(!lock.isWanted)
      Thread.detachNewThread { lock.hold { _ in taken.record(()) } }
      // Only the lock itself can tell whether a thread waits for it.
      while !lock.isWanted {}
      #expect(taken.values.isEmpty)
    }
    _ = await taken.values(count: 1)
    #expect(!lock.isWanted)
  }

  @Test func `a thread that was overtaken gets the lock next, although another thread requests it at once`() {
    // In most rounds the thread is quick enough to take the lock when it is woken.
    for _ in 1...100 {
      let lock = Lock()
      let taken = Recorder<Void>()
      #expect(lock.lock())
      Thread.detachNewThread { lock.hold { _ in taken.record(()) } }
      while taken.values.isEmpty, !puredux_lock_has_passed_over(lock.mutex) {
        lock.unlock()
        #expect(lock.lock())
      }
      lock.unlockFairly()
      #expect(lock.lock())
      #expect(taken.values.count == 1)
      lock.unlock()
    }
  }

  @Test func `a body that throws releases the lock`() {
    struct Failure: Error {}
    let lock = Lock()
    #expect(throws: Failure.self) { try lock.hold { _ in throw Failure() } }
    #expect(lock.isFree)
  }

  @Test func `only one call raises a flag, and its copies are the same flag`() {
    let flag = AtomicFlag()
    let copy = flag
    #expect(!copy.isRaised)
    #expect(flag.raise())
    #expect(!copy.raise())
    #expect(copy.isRaised)
    copy.lower()
    #expect(!flag.isRaised)
  }
}
