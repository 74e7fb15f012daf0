/// The one action that work may still dispatch when it took too long.
final class LastWord: Sendable {
  @TaskLocal static var current: LastWord?

  /// Raised when not even the last word is to count.
  let isRevoked = AtomicFlag()
  private let run: EffectRun
  private let wasSaid = AtomicFlag()

  init(of run: EffectRun) { self.run = run }

  /// Runs what may say it.
  func hear(_ body: () -> Void) { Self.$current.withValue(self, operation: body) }

  /// The flag for an action of `run`, if it is the last word.
  func flag(for run: EffectRun) -> AtomicFlag? { run === self.run && wasSaid.raise() ? isRevoked : nil }
}
