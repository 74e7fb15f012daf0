internal import PureduxAtomics

/// The threads that wait for a state lock while they lend another state to a `withState` body.
///
/// Reading a store inside `withState` is a mistake, so few threads are ever listed. Threads that wait for a lock
/// without lending a state are not listed, because they lend nothing that another thread could wait for.
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

  /// Records that this thread will wait for a lock. Returns nil if waiting would deadlock: that is, if the holder of
  /// the lock waits, directly or through other threads, for a state that this thread has lent.
  static func begin(for lock: Lock) -> Wait? {
    // SAFETY: lock addresses are only compared, never dereferenced; each lent state's lock outlives its `withState`
    // body.
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
  /// Returns whether the holder of `lock` waits, directly or through other threads, for one of the locks in `own`.
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
