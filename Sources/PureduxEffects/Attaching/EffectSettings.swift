public import Dispatch

/// What an attachment says of its effects besides their work.
@usableFromInline
struct EffectSettings<Action: Sendable>: Sendable {
  /// Makes the action for an error of one job that its effect does not handle.
  @usableFromInline typealias OnFailure = @Sendable (_ job: Effect.State, _ error: any Error) -> Action

  @usableFromInline let run: RunSettings
  @usableFromInline let onFailure: OnFailure?

  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String, _ onFailure: OnFailure?) {
    run = RunSettings(queue: queue, priority: priority, name: name)
    self.onFailure = onFailure
  }

  /// For the forms whose effects handle their errors themselves.
  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String) {
    run = RunSettings(queue: queue, priority: priority, name: name)
    onFailure = nil
  }

  /// For the forms that know of one job, whose errors need not say which one failed.
  @usableFromInline
  init(
    on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String,
    _ onFailure: (@Sendable (_ error: any Error) -> Action)?
  ) {
    var onFailureOfJob: OnFailure?
    if let onFailure { onFailureOfJob = { _, error in onFailure(error) } }
    self.init(on: queue, priority, name, onFailureOfJob)
  }

  /// The effect of a job, with `onFailure` for the errors that it does not handle itself.
  @usableFromInline
  func handlingErrors(of effect: Effect, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect {
    guard let onFailure, effect.onError == nil else { return effect }
    var effect = effect
    effect.onError = { dispatch(onFailure(job, $0)) }
    return effect
  }
}
