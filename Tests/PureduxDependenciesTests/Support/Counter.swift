import PureduxCore

/// A thread-safe counter.
final class Counter: Sendable {
  private let guarded = Guarded(0)
  var count: Int { guarded.withLock { $0 } }

  @discardableResult
  func count(_ number: Int = 1) -> Int {
    guarded.withLock {
      $0 += number
      return $0
    }
  }
}
