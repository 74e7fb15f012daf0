import Testing

@testable import PureduxCore

@Suite struct GuardedTests {
  @Test func `several values can share a lock, and are accessed together`() {
    let lock = Lock()
    let (count, text) = (Guarded(1, lock: lock), Guarded("a", lock: lock))
    lock.hold { locked in
      count.with(locked) { $0 += 1 }
      text.with(locked) { $0 += "b" }
    }
    #expect(count.withLock { $0 } == 2)
    #expect(text.withLock { $0 } == "ab")
  }

  @Test func `a taken value is released outside the lock, so its deinit may call back`() {
    final class ComesBack: Sendable {
      let onEnd: @Sendable () -> Void
      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let lock = Lock()
    let ends = Guarded(0, lock: lock)
    let value = Guarded<ComesBack?>(ComesBack { ends.withLock { $0 += 1 } }, lock: lock)
    #expect(value.take() != nil)
    #expect(value.take() == nil)
    #expect(ends.withLock { $0 } == 1)
  }

  @Test func `concurrent additions to one value are all counted`() async {
    let count = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...8 { group.addTask { for _ in 1...1000 { count.withLock { $0 += 1 } } } }
    }
    #expect(count.withLock { $0 } == 8000)
  }

  @Test func `acquiring a lock again on the thread that holds it stops the process`() async {
    await #expect(processExitsWith: .failure) {
      let value = Guarded(0)
      value.withLock { _ in value.withLock { $0 += 1 } }
    }
  }

  #if DEBUG
    @Test func `a token of another lock traps in a debug build`() async {
      await #expect(processExitsWith: .failure) {
        let value = Guarded(0)
        Lock().hold { locked in value.with(locked) { $0 += 1 } }
      }
    }
  #endif
}
