/// The actions that one chunk of a recording has of one kind of path, and the paths that they took.
@usableFromInline
final class ActionLog<Action: Sendable>: AnyActionLog {
  @usableFromInline typealias Reduce = ReductionPath<Action>.Reduce
  @usableFromInline typealias Reducing =
    @Sendable (ContiguousArray<Action>, Range<Int>, Reduce, borrowing Turn, borrowing LockToken) -> Void

  /// Kept alive, so that its address stands for it alone.
  private let key: AnyObject?
  @usableFromInline unowned let recorder: TurnRecorder
  @usableFromInline let index: UInt32
  // SAFETY: a log is changed in turns of its tree with the state lock held, and no more once its chunk is full. Nothing that
  // its functions call comes back to it.
  @exclusivity(unchecked) @usableFromInline var actions: ContiguousArray<Action> = []
  // SAFETY: as `actions`.
  @exclusivity(unchecked) @usableFromInline var paths = LoggedPaths<Action>()
  /// Formed where the action's type is known, so that it is specialised.
  private let reducing: Reducing

  @usableFromInline
  init(
    _ key: AnyObject?, _ recorder: TurnRecorder, index: UInt32, capacity: Int, _ reducing: @escaping Reducing
  ) {
    self.key = key
    self.recorder = recorder
    self.index = index
    self.reducing = reducing
    actions.reserveCapacity(capacity)
  }

  private init(copyOf log: ActionLog) {
    key = log.key
    recorder = log.recorder
    index = log.index
    reducing = log.reducing
    actions = log.actions
    paths = log.paths
  }

  /// Keeps an action that is about to be reduced, or that is not reduced in this step.
  @inlinable
  func record(
    _ action: Action, of store: UInt64, _ kind: RecordedStep.Kind, _ reduce: @escaping Reduce,
    _ locked: borrowing LockToken
  ) {
    if store != paths.lastStore { turn(to: store, action, reduce, locked) }
    actions.append(action)
    recorder.append(index, paths.last, kind)
  }

  /// Keeps an action that changes only cells that are known.
  func record(_ action: Action, ofKnown store: UInt64, _ kind: RecordedStep.Kind, _ reduce: @escaping Reduce) {
    paths.append(store, in: recorder.tree, reduce)
    actions.append(action)
    recorder.append(index, paths.last, kind)
  }

  /// Dispatches an action again, with its reducers alone.
  @usableFromInline
  package func dispatch(_ action: any Sendable, by path: UInt32) -> Bool {
    guard let action = action as? Action, let family = key as? ActionQueueFamily<Action> else { return false }
    let (store, reduce) = paths[path]
    let whole = ReductionPath(family: family, store: store, reduce: reduce)
    family.mailbox.post { turn in whole.perform(action, turn) }
    return true
  }

  @usableFromInline
  func turn(to store: UInt64, _ action: Action, _ reduce: @escaping Reduce, _ locked: borrowing LockToken) {
    guard paths.turn(to: store, in: recorder.tree, reduce) else { return }
    recorder.enterCells(of: store, locked) { turn, locked in reduce(action, turn, locked) }
  }

  @usableFromInline var count: Int { actions.count }
  @usableFromInline func copied() -> any AnyActionLog { ActionLog(copyOf: self) }

  @usableFromInline
  func reduce(_ indices: Range<Int>, by path: UInt32, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    reducing(actions, indices, paths[path].reduce, turn, locked)
  }

  @usableFromInline func action(at index: Int) -> any Sendable { actions[index] }
  @usableFromInline func store(of path: UInt32) -> UInt64 { paths[path].store }
  @usableFromInline func name(of store: UInt64) -> String? { paths.name(of: store) }
  @usableFromInline func path(of store: UInt64) -> UInt32? { paths.index(of: store) }
  @usableFromInline var actionType: Any.Type { Action.self }
  @usableFromInline var allActions: any Sendable { actions }
  @usableFromInline var pathCount: Int { paths.count }

  @usableFromInline
  func cells(on path: UInt32) -> [any ReplayableCell] {
    guard let action = actions.first else { return [] }
    var cells: [any ReplayableCell] = []
    let reduce = paths[path].reduce
    Replay.collect(into: &cells) { turn, locked in reduce(action, turn, locked) }
    return cells
  }

  @usableFromInline
  func changed(_ change: (any Sendable) -> Any) -> any AnyActionLog {
    let log = ActionLog(copyOf: self)
    for index in log.actions.indices {
      if let action = change(log.actions[index]) as? Action { log.actions[index] = action }
    }
    return log
  }
}
