import PureduxPersistence

/// A clock that moves when it is told to, and tells who has begun to sleep.
final class HandClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper: Sendable {
    var number: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct Hands: Sendable {
    var now = Instant()
    var count = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
  }

  private let hands = Guarded(Hands())
  private let falling = AsyncStream<Duration>.makeStream()

  var now: Instant { hands.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How long the next one who falls asleep wants to.
  func nextSleep() async -> Duration? {
    var iterator = falling.stream.makeAsyncIterator()
    return await iterator.next()
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = hands.withLock { hands in
      hands.count += 1
      return hands.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = hands.withLock { hands in
          if hands.cancelled.contains(number) { return true }
          hands.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        falling.continuation.yield(now.duration(to: deadline))
      }
    } onCancel: {
      let sleeper = hands.withLock { hands -> Sleeper? in
        hands.cancelled.insert(number)
        return hands.sleepers.firstIndex { $0.number == number }.map { hands.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  func advance(by duration: Duration) {
    let awake = hands.withLock { hands in
      hands.now = hands.now.advanced(by: duration)
      let awake = hands.sleepers.filter { $0.deadline <= hands.now }
      hands.sleepers.removeAll { $0.deadline <= hands.now }
      return awake
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }
}
