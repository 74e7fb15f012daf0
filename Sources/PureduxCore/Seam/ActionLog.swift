/// The actions of one type that a turn observer records, with their paths.
///
/// Turns append to the log where the action's type is known statically, so that appending is specialized. The observer
/// receives only the indices of the log and of the path.
@_fixed_layout
@usableFromInline
package final class ActionLog<Action: Sendable> {
  @usableFromInline package typealias Reduce = ReductionPath<Action>.Reduce
  @usableFromInline package typealias Reducing =
    @Sendable (ContiguousArray<Action>, Range<Int>, Reduce, borrowing Turn, borrowing LockToken) -> Void

  /// The paths of the actions, each with the store where it begins and the name of that store.
  @frozen
  @usableFromInline
  package struct Paths {
    private var paths: ContiguousArray<(store: UInt64, reduce: Reduce)> = []
    /// The names of the stores, kept because a tree drops the names of released stores.
    private var names: [UInt64: String] = [:]
    private var indexOfStore: [UInt64: UInt32] = [:]
    /// The store of the last action, and the index of that action's path.
    @usableFromInline private(set) var lastStore = UInt64.max
    @usableFromInline private(set) var last: UInt32 = 0

    @usableFromInline init() {}

    package var count: Int { paths.count }

    package subscript(index: UInt32) -> (store: UInt64, reduce: Reduce) { paths[Int(index)] }

    /// Returns the index of the latest path of a store's actions.
    package func index(of store: UInt64) -> UInt32? { indexOfStore[store] }

    /// Returns the name that a store had when its path was added.
    package func name(of store: UInt64) -> String? { names[store] }

    /// Selects the path of a store for the next recorded action. Returns true if the path is new.
    mutating func turn(to store: UInt64, in tree: StoreTree, _ reduce: @escaping Reduce) -> Bool {
      if let index = indexOfStore[store] {
        (lastStore, last) = (store, index)
        return false
      }
      append(store, in: tree, reduce)
      indexOfStore[store] = last
      return true
    }

    /// Adds and selects a path that only the next recorded action uses.
    mutating func append(_ store: UInt64, in tree: StoreTree, _ reduce: @escaping Reduce) {
      (lastStore, last) = (store, UInt32(paths.count))
      paths.append((store, reduce))
      names[store] = tree.name(of: store)
    }
  }

  /// Identifies the paths. The key is retained, so that its address stays unique.
  package let key: AnyObject?
  package unowned let tree: StoreTree
  @usableFromInline package let index: UInt32
  // SAFETY: a log is changed only in turns of its tree with the state lock held, and not after its observer has taken
  // the log. The log's functions never call code that accesses the log.
  @exclusivity(unchecked) @usableFromInline package var actions: ContiguousArray<Action> = []
  // SAFETY: as `actions`.
  @exclusivity(unchecked) @usableFromInline package var paths = Paths()
  /// Replays a range of the recorded actions. The closure is created where the action's type is known statically, so
  /// that the closure is specialized.
  package let reducing: Reducing

  /// - Parameters:
  ///   - key: Identifies the paths of the actions; retained.
  ///   - tree: The observed tree, which must outlive all changes to the log.
  ///   - index: Identifies this log in calls to the observer.
  ///   - capacity: The expected number of actions.
  ///   - reducing: Replays a range of the recorded actions.
  package init(_ key: AnyObject?, of tree: StoreTree, index: UInt32, capacity: Int, _ reducing: @escaping Reducing) {
    self.key = key
    self.tree = tree
    self.index = index
    self.reducing = reducing
    actions.reserveCapacity(capacity)
  }

  /// Records an action and notifies the observer. If the action is reduced in this step, call this method before the
  /// reduction.
  @inlinable
  func keep(
    _ action: Action, of store: UInt64, as step: TurnStep, _ reduce: @escaping Reduce, _ locked: borrowing LockToken,
    for observer: any TurnObserver
  ) {
    if store != paths.lastStore { turn(to: store, action, reduce, locked, for: observer) }
    actions.append(action)
    observer.kept(log: index, path: paths.last, as: step)
  }

  /// Records an action that changes only cells known to the observer. Later actions do not share that action's path.
  package func keep(
    _ action: Action, ofKnown store: UInt64, as step: TurnStep, _ reduce: @escaping Reduce,
    _ locked: borrowing LockToken, for observer: any TurnObserver
  ) {
    paths.append(store, in: tree, reduce)
    actions.append(action)
    observer.kept(log: index, path: paths.last, as: step)
  }

  @usableFromInline
  func turn(
    to store: UInt64, _ action: Action, _ reduce: @escaping Reduce, _ locked: borrowing LockToken,
    for observer: any TurnObserver
  ) {
    guard paths.turn(to: store, in: tree, reduce) else { return }
    observer.enter(store, locked) { turn, locked in reduce(action, turn, locked) }
  }

  /// Posts an action to the store of the given path, without starting the action's work.
  ///
  /// Returns false if this log's actions cannot be dispatched, for example because they are replacement states.
  package func dispatch(_ action: Action, by path: UInt32) -> Bool {
    guard let queueContext = key as? QueueContext<Action> else { return false }
    let (store, reduce) = paths[path]
    let whole = ReductionPath(queueContext: queueContext, store: store, reduce: reduce)
    queueContext.mailbox.post { turn in whole.perform(action, turn) }
    return true
  }
}
