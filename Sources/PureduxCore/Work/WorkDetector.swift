/// Finds out whether an action is one that does work, without a cast for each dispatch.
///
/// For a concrete type the first action decides for all; for a protocol or a class each dynamic type is asked once.
@usableFromInline
final class WorkDetector<Action: Sendable>: Sendable {
  @usableFromInline let isExcluded = AtomicFlag()
  private let answers = Guarded<[ObjectIdentifier: Bool]>([:])
  /// Whether what an action becomes on its way up may do work; nil where actions pass upwards as they are.
  private let asksAbove: (@Sendable () -> Bool)?
  /// A window looks with each action whether the store is still there, so it excludes nothing.
  private let isWindow: Bool
  /// The store that embedded actions work for.
  let origin: WorkOrigin?

  /// For a store whose actions pass upwards as they are.
  @usableFromInline
  init() { (asksAbove, isWindow, origin) = (nil, false, nil) }

  /// For a window on a store.
  init(ofWindow work: WorkDetector) { (asksAbove, isWindow, origin) = (work.asksAbove, true, work.origin) }

  /// For a store whose actions become others on their way up, which may do work of their own.
  @usableFromInline
  init<Embedded>(below work: WorkDetector<Embedded>, _ origin: WorkOrigin) {
    (asksAbove, isWindow, self.origin) = ({ work.mayFind }, false, origin)
  }

  /// False once it is known that no action of this type does work.
  @inlinable
  var mayFind: Bool { !isExcluded.isRaised }

  /// Whether what an embedding makes of an action may do work. The embedding says so in the action's turn: its closure
  /// is called once for each action.
  var mayFindAbove: Bool { asksAbove?() ?? false }

  /// The work of the action as it is here, whatever becomes of it above.
  func own(of action: Action) -> (any WorkAction)? {
    let type = type(of: action as Any)
    let mayConform = answers.withLock { answers in
      if let answer = answers[ObjectIdentifier(type)] { return answer }
      let answer = type is any WorkAction.Type
      answers[ObjectIdentifier(type)] = answer
      return answer
    }
    if !mayConform, !isWindow, !mayFindAbove, type == Action.self, !(type is AnyClass) { isExcluded.raise() }
    return mayConform ? action as? any WorkAction : nil
  }
}
