/// The paths that the actions of a log took, each with the store that it begins at, and the name of that store.
@frozen
@usableFromInline
struct LoggedPaths<Action: Sendable> {
  private var paths: ContiguousArray<(store: UInt64, reduce: ReductionPath<Action>.Reduce)> = []
  /// Kept here, for a tree forgets the name of a store that has gone.
  private var names: [UInt64: String] = [:]
  private var indexOfStore: [UInt64: UInt32] = [:]
  /// The store of the last action, and the index of its path.
  @usableFromInline private(set) var lastStore = UInt64.max
  @usableFromInline private(set) var last: UInt32 = 0

  init() {}

  var count: Int { paths.count }

  subscript(index: UInt32) -> (store: UInt64, reduce: ReductionPath<Action>.Reduce) { paths[Int(index)] }

  func index(of store: UInt64) -> UInt32? { indexOfStore[store] }

  func name(of store: UInt64) -> String? { names[store] }

  /// Turns to the path of a store; true where it is new.
  mutating func turn(to store: UInt64, in tree: StoreTree, _ reduce: @escaping ReductionPath<Action>.Reduce) -> Bool {
    if let index = indexOfStore[store] {
      (lastStore, last) = (store, index)
      return false
    }
    append(store, in: tree, reduce)
    indexOfStore[store] = last
    return true
  }

  /// Turns to a path that no later action takes.
  mutating func append(_ store: UInt64, in tree: StoreTree, _ reduce: @escaping ReductionPath<Action>.Reduce) {
    (lastStore, last) = (store, UInt32(paths.count))
    paths.append((store, reduce))
    names[store] = tree.name(of: store)
  }
}
