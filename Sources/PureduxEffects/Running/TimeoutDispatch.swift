/// Permission for the one action that `onTimeout` may still dispatch, after the run itself was closed.
final class TimeoutDispatch: Sendable {
  @TaskLocal static var current: TimeoutDispatch?

  /// Raised when this action does not count either.
  let isRevoked = AtomicFlag()
  private let run: EffectRun
  private let wasUsed = AtomicFlag()

  init(of run: EffectRun) { self.run = run }

  /// Calls `onTimeout` with the permission in force.
  func permit(_ onTimeout: () -> Void) { Self.$current.withValue(self, operation: onTimeout) }

  /// The flag for an action of `run`; nil when the permission is another run's or was used.
  func flag(for run: EffectRun) -> AtomicFlag? { run === self.run && wasUsed.raise() ? isRevoked : nil }
}
