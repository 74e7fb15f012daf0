internal import PureduxAtomics

/// The threads that have lent states to bodies of `withState` and wait there for the lock of another state.
///
/// Such waits are mistakes, and rare. Other threads that wait for a lock are not here: they hold no lent state, so that
/// nobody waits for them.
enum LendingWaits {
  /// One thread's wait.
  struct Wait: Sendable, Equatable {
    fileprivate let number: UInt64
    fileprivate let lent: Set<UInt>
    fileprivate let awaited: UInt
  }

  fileprivate struct Content: Sendable {
    var waits: [Wait] = []
    var lastNumber: UInt64 = 0
  }

  private static let content = Guarded(Content())

  /// Notes that this thread is about to wait for a lock. Nil if it would wait for ever, because whoever holds the lock
  /// waits, perhaps through others, for a state that this thread has lent.
  static func begin(for lock: Lock) -> Wait? {
    // SAFETY: addresses of locks are only compared, and those of lent states are alive as long as their bodies run.
    let awaited = UInt(bitPattern: lock.mutex)
    let lent = Set((0..<puredux_thread_lent_count()).map { UInt(bitPattern: puredux_thread_lent_lock($0)) })
    return content.withLock { content in
      guard !content.closesCircle(from: awaited, to: lent) else { return nil }
      content.lastNumber += 1
      let wait = Wait(number: content.lastNumber, lent: lent, awaited: awaited)
      content.waits.append(wait)
      return wait
    }
  }

  static func end(_ wait: Wait) {
    content.withLock { content in content.waits.removeAll { $0 == wait } }
  }
}

extension LendingWaits.Content {
  /// Whether the thread that has lent the state of this lock waits, perhaps through others, for one of these locks.
  fileprivate func closesCircle(from lock: UInt, to own: Set<UInt>) -> Bool {
    var (next, known): ([UInt], Set<UInt>) = ([lock], [lock])
    while let reached = next.popLast() {
      for wait in waits where wait.lent.contains(reached) {
        if own.contains(wait.awaited) { return true }
        if known.insert(wait.awaited).inserted { next.append(wait.awaited) }
      }
    }
    return false
  }
}
