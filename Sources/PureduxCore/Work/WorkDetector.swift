/// Finds out whether an action is one that does work, without a cast for each dispatch.
///
/// For a concrete type the first action decides for all; for a protocol or a class each dynamic type is asked once.
@usableFromInline
final class WorkDetector<Action: Sendable>: Sendable {
  @usableFromInline let isExcluded = AtomicFlag()
  private let answers = Guarded<[ObjectIdentifier: Bool]>([:])
  /// Finds the work of what an action becomes on its way up.
  private let above: (@Sendable (Action) -> FoundWork?)?
  /// Has work that was found above start there.
  let startAbove: @Sendable (@escaping FoundWork) -> FoundWork?

  /// For a store whose actions pass upwards as they are.
  @usableFromInline
  init() {
    above = nil
    startAbove = { $0 }
  }

  /// For a window on a store, which looks with each action whether the store is still there.
  init(ofWindow work: WorkDetector) {
    above = { work.find(in: $0) }
    startAbove = work.startAbove
  }

  /// For a store whose actions become others on their way up, which may do work of their own.
  @usableFromInline
  init<State, Embedded>(
    embed: @escaping @Sendable (Action) -> Embedded, into base: StoreNode<State, Embedded>
  ) {
    let (work, store) = (base.actionQueue.work, WeakStore(base))
    let startAbove: @Sendable (@escaping FoundWork) -> FoundWork? = { start in
      guard let site = store.strong()?.node.workSite else { return nil }
      return { _ in start(site) }
    }
    above = { action in work.mayFind ? work.find(in: embed(action)).flatMap(startAbove) : nil }
    self.startAbove = startAbove
  }

  /// False once it is known that no action of this type does work.
  @inlinable
  var mayFind: Bool { !isExcluded.isRaised }

  @usableFromInline
  func find(in action: Action) -> FoundWork? { own(of: action) ?? above?(action) }

  /// The work of the action as it is here, whatever becomes of it above.
  func own(of action: Action) -> FoundWork? {
    guard let work = conforming(action) else { return nil }
    return { site in work.startWork(at: site) }
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
