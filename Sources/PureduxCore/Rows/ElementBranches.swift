/// The branches of elements in a tree, found by the key path of their collection. It keeps none of them alive.
@usableFromInline
struct ElementBranches {
  private struct Key: Hashable {
    let audience: ObjectIdentifier
    let path: AnyKeyPath
  }

  private struct WeakBranch {
    weak var branch: (any AnyObject & Sendable)?
  }

  private var branches: [Key: WeakBranch] = [:]
  private var room = 16

  /// The branch below an audience for a key path, made where there is none.
  ///
  /// A branch keeps its audience alive, so an entry whose audience has gone is empty, and is replaced.
  mutating func branch(
    below audience: AnyObject, _ path: AnyKeyPath, _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    let key = Key(audience: ObjectIdentifier(audience), path: path)
    if let branch = branches[key]?.branch { return branch }
    if branches.count >= room {
      branches = branches.filter { $0.value.branch != nil }
      room = max(16, 2 * branches.count)
    }
    let made = make()
    branches[key] = WeakBranch(branch: made)
    return made
  }
}

extension StoreTree {
  @usableFromInline
  func elementBranch(
    below audience: AnyObject, _ path: AnyKeyPath, _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    elementBranches.withLock { $0.branch(below: audience, path, make) }
  }
}
