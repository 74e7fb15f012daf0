/// Finds out whether an action is one that does work, without a cast for each dispatch.
///
/// For a concrete type the first action decides for all; for a protocol or a class each dynamic type is asked once.
@usableFromInline
final class WorkDetector<Action: Sendable>: Sendable {
  /// Work that was found: to be started with the store that the action came to, type known.
  @usableFromInline typealias Work = @Sendable (WorkSite?) -> StoreSubscription?

  @usableFromInline let isExcluded = AtomicFlag()
  private let answers = Guarded<[ObjectIdentifier: Bool]>([:])
  private let above: (@Sendable (Action) -> Work?)?

  /// For a store whose actions pass upwards as they are.
  @usableFromInline
  init() { above = nil }

  /// For a window, which looks with each action whether its store is still there.
  init(asksAlways: Void) { above = { _ in nil } }

  /// For a store whose actions become others on their way up, which may do work of their own.
  @usableFromInline
  init<State, Embedded>(
    embed: @escaping @Sendable (Action) -> Embedded, into base: StoreNode<State, Embedded>
  ) {
    let work = base.lane.work
    above = { [weak base] action -> Work? in
      guard work.mayFind, let base, let start = work.find(in: embed(action)) else { return nil }
      let site = base.workSite
      return { _ in start(site) }
    }
  }

  /// False once it is known that no action of this type does work.
  @inlinable
  var mayFind: Bool { !isExcluded.isRaised }

  @usableFromInline
  func find(in action: Action) -> Work? {
    if let work = conforming(action) { return { site in site.flatMap(work.startWork) } }
    return above?(action)
  }

  private func conforming(_ action: Action) -> (any WorkAction)? {
    let type = type(of: action as Any)
    let mayConform = answers.withLock { answers in
      if let answer = answers[ObjectIdentifier(type)] { return answer }
      let answer = type is any WorkAction.Type
      answers[ObjectIdentifier(type)] = answer
      return answer
    }
    if !mayConform, above == nil, type == Action.self, !(type is AnyClass) { isExcluded.raise() }
    return mayConform ? action as? any WorkAction : nil
  }
}
