/// Repeats an exchange with a log at each wake, and after errors.
struct ExchangeLoop: Sendable {
  let wake: AsyncStream<Void>.Continuation
  private let wakes: AsyncStream<Void>
  private let context: StoreContext

  init(_ context: StoreContext) {
    self.context = context
    (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Runs exchanges until one of them returns false, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - changes: Each of their elements is a wake.
  ///   - spread: A number that differs between processes, so that they do not try again at the same time.
  ///   - exchange: Exchanges entries. After an error, it runs again.
  func run(
    _ changes: [AsyncStream<Void>], spread: () -> UInt64, _ exchange: () async throws -> Bool
  ) async {
    let followers = changes.map { [wake] changes in context.startTask { for await _ in changes { wake.yield() } } }
    defer { for follower in followers { follower.cancel() } }
    var failures: UInt64 = 0
    wake.yield()
    for await _ in wakes where !Task.isCancelled {
      do {
        guard try await exchange() else { return }
        failures = 0
      } catch {
        failures += 1
        try? await context.clock.sleep(Self.pause(failures, spread()))
        wake.yield()
      }
    }
  }

  /// The wait after an error: doubles up to five seconds, and differs between processes.
  private static func pause(_ failures: UInt64, _ spread: UInt64) -> Duration {
    let longest: UInt64 = min(5_000, 20 << min(failures, 8))
    let share: UInt64 = IdentitySource.mix(spread &+ failures) % 256
    return .milliseconds(longest - longest * share / 1_024)
  }
}
