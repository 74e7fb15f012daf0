/// The branches of elements in a tree, found by the key path of their collection. It keeps none of them alive.
final class ElementBranches: TreeSlot {
  private struct Key: Hashable {
    let audience: ObjectIdentifier
    let path: AnyKeyPath
  }

  private struct WeakBranch {
    weak var branch: (any AnyObject & Sendable)?
  }

  private struct Content {
    var branches: [Key: WeakBranch] = [:]
    var room = 16
  }

  private let content = Guarded(Content())

  /// The branch below an audience for a key path, made where there is none.
  ///
  /// A branch keeps its audience alive, so an entry whose audience has gone is empty, and is replaced.
  func branch(
    below audience: AnyObject, _ path: AnyKeyPath, _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    let key = Key(audience: ObjectIdentifier(audience), path: path)
    return content.withLock { content in
      if let branch = content.branches[key]?.branch { return branch }
      if content.branches.count >= content.room {
        content.branches = content.branches.filter { $0.value.branch != nil }
        content.room = max(16, 2 * content.branches.count)
      }
      let made = make()
      content.branches[key] = WeakBranch(branch: made)
      return made
    }
  }
}

extension StoreTree {
  @usableFromInline
  func elementBranch(
    below audience: AnyObject, _ path: AnyKeyPath, _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    slot(ElementBranches.self).branch(below: audience, path, make)
  }
}
