/// The actions of one type that a turn observer keeps together, and the paths that they took.
///
/// Turns append to it where the type of the action is known, so that appending is specialised. The observer is told only
/// the places of what was kept.
@_fixed_layout
@usableFromInline
package final class ActionLog<Action: Sendable> {
  @usableFromInline package typealias Reduce = ReductionPath<Action>.Reduce
  @usableFromInline package typealias Reducing =
    @Sendable (ContiguousArray<Action>, Range<Int>, Reduce, borrowing Turn, borrowing LockToken) -> Void

  /// The paths that the actions took, each with the store that it begins at, and the name of that store.
  @frozen
  @usableFromInline
  package struct Paths {
    private var paths: ContiguousArray<(store: UInt64, reduce: Reduce)> = []
    /// Kept here, for a tree forgets the name of a store that has gone.
    private var names: [UInt64: String] = [:]
    private var indexOfStore: [UInt64: UInt32] = [:]
    /// The store of the last action, and the index of its path.
    @usableFromInline private(set) var lastStore = UInt64.max
    @usableFromInline private(set) var last: UInt32 = 0

    @usableFromInline init() {}

    package var count: Int { paths.count }

    package subscript(index: UInt32) -> (store: UInt64, reduce: Reduce) { paths[Int(index)] }

    /// The latest of the paths that a store's actions took.
    package func index(of store: UInt64) -> UInt32? { indexOfStore[store] }

    /// The name that a store had when it was sent its actions.
    package func name(of store: UInt64) -> String? { names[store] }

    /// Turns to the path of a store; true where it is new.
    mutating func turn(to store: UInt64, in tree: StoreTree, _ reduce: @escaping Reduce) -> Bool {
      if let index = indexOfStore[store] {
        (lastStore, last) = (store, index)
        return false
      }
      append(store, in: tree, reduce)
      indexOfStore[store] = last
      return true
    }

    /// Turns to a path that no later action takes.
    mutating func append(_ store: UInt64, in tree: StoreTree, _ reduce: @escaping Reduce) {
      (lastStore, last) = (store, UInt32(paths.count))
      paths.append((store, reduce))
      names[store] = tree.name(of: store)
    }
  }

  /// Kept alive, so that its address stands for it alone.
  package let key: AnyObject?
  package unowned let tree: StoreTree
  @usableFromInline package let index: UInt32
  // SAFETY: a log is changed in turns of its tree with the state lock held, and no more once its observer has taken it
  // away. Nothing that its functions call comes back to it.
  @exclusivity(unchecked) @usableFromInline package var actions: ContiguousArray<Action> = []
  // SAFETY: as `actions`.
  @exclusivity(unchecked) @usableFromInline package var paths = Paths()
  /// Formed where the action's type is known, so that it is specialised.
  package let reducing: Reducing

  /// - Parameters:
  ///   - key: What stands for the paths of the actions, to be kept alive.
  ///   - tree: The tree whose turns are observed. It lives longer than the log changes.
  ///   - index: The number by which the observer is told of what is kept here.
  ///   - capacity: How many actions there will be, as far as is known.
  ///   - reducing: Reduces some of the actions again.
  package init(_ key: AnyObject?, of tree: StoreTree, index: UInt32, capacity: Int, _ reducing: @escaping Reducing) {
    self.key = key
    self.tree = tree
    self.index = index
    self.reducing = reducing
    actions.reserveCapacity(capacity)
  }

  /// Keeps an action that is about to be reduced, or that is not reduced in this step, and tells the observer.
  @inlinable
  func keep(
    _ action: Action, of store: UInt64, as step: TurnStep, _ reduce: @escaping Reduce, _ locked: borrowing LockToken,
    for observer: any TurnObserver
  ) {
    if store != paths.lastStore { turn(to: store, action, reduce, locked, for: observer) }
    actions.append(action)
    observer.kept(log: index, path: paths.last, as: step)
  }

  /// Keeps an action that changes only cells whose past is known, and that no later action shares its path with.
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

  /// Posts an action of a store with this path, to be reduced by its reducers alone. False where no action was dispatched
  /// there.
  package func dispatch(_ action: Action, by path: UInt32) -> Bool {
    guard let queueContext = key as? QueueContext<Action> else { return false }
    let (store, reduce) = paths[path]
    let whole = ReductionPath(queueContext: queueContext, store: store, reduce: reduce)
    queueContext.mailbox.post { turn in whole.perform(action, turn) }
    return true
  }
}
