public import Dispatch

/// Where the effects of a state are attached: the store, the path of the part, and how the actions reach the store.
@usableFromInline
struct EffectSite<Action: Sendable>: Sendable {
  @usableFromInline typealias Post = @Sendable (_ action: Action, _ run: EffectRun, _ closed: AtomicFlag) -> Void

  // SAFETY: the walk retains the closures that capture sites, and only those closures use the reference.
  @usableFromInline unowned(unsafe) let walk: EffectWalk
  @usableFromInline let path: PartPath?
  @usableFromInline let post: Post

  @usableFromInline
  init(_ walk: EffectWalk, _ path: PartPath?, post: @escaping Post) {
    (self.walk, self.path, self.post) = (walk, path, post)
  }

  /// Returns the site of a part, whose actions `embed` converts.
  @usableFromInline
  func below<PartAction>(
    _ step: @escaping @Sendable () -> String, _ embed: @escaping @Sendable (PartAction) -> Action
  ) -> EffectSite<PartAction> {
    EffectSite<PartAction>(walk, PartPath(path, step)) { [post] in post(embed($0), $1, $2) }
  }
}

/// The settings of a declared effect. An object, so that all parts that use a declaration can share a supervisor.
@usableFromInline
final class EffectDeclaration: Sendable {
  let run: RunSettings
  let overlap: Effect.Overlap
  let limit: Int?

  @usableFromInline
  init(_ run: RunSettings, overlap: Effect.Overlap = .latest, limit: Int? = nil) {
    (self.run, self.overlap, self.limit) = (run, overlap, limit)
  }
}

/// The settings of an attachment: its queue, priority, name and failure handler.
@usableFromInline
struct EffectSettings<Action: Sendable>: Sendable {
  /// Creates the action for an error that the effect of a job does not handle itself.
  @usableFromInline typealias OnFailure = @Sendable (_ job: Effect.State, _ error: any Error) -> Action

  @usableFromInline let run: RunSettings
  @usableFromInline var name: String { run.name }
  @usableFromInline let onFailure: OnFailure?

  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String, _ onFailure: OnFailure?) {
    run = RunSettings(queue: queue, priority: priority.map(WorkPriority.init), name: name)
    self.onFailure = onFailure
  }

  /// Creates settings without `onFailure`, for attachments that handle errors elsewhere.
  @usableFromInline
  init(on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String) {
    run = RunSettings(queue: queue, priority: priority.map(WorkPriority.init), name: name)
    onFailure = nil
  }

  /// Creates the settings of a single job. The job is not passed to `onFailure`.
  @usableFromInline
  init(
    on queue: DispatchQueue?, _ priority: TaskPriority?, _ name: String,
    _ onFailure: (@Sendable (_ error: any Error) -> Action)?
  ) {
    var onFailureOfJob: OnFailure?
    if let onFailure { onFailureOfJob = { _, error in onFailure(error) } }
    self.init(on: queue, priority, name, onFailureOfJob)
  }

  /// Returns the effect of a job, with `onFailure` as the handler for errors that the effect does not handle itself.
  @usableFromInline
  func handlingErrors(of effect: Effect, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect {
    guard let onFailure, effect.onError == nil else { return effect }
    var effect = effect
    effect.onError = { dispatch(onFailure(job, $0)) }
    return effect
  }
}
