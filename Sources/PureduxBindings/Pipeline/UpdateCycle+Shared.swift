internal import Dispatch

extension UpdateCycle {
  struct Key: Hashable {
    let tree: ObjectIdentifier
    let queue: ObjectIdentifier?
  }

  private struct Reference: Sendable {
    weak var cycle: UpdateCycle?
  }

  private static let cycles = Guarded<[Key: Reference]>([:])

  /// The one cycle of a tree and a queue, for as long as a binding uses it.
  static func shared(_ tree: StoreTree, _ queue: DispatchQueue?) -> UpdateCycle {
    // By its label, for on Linux each asking for the main queue gives another object.
    let isMain = queue?.label == DispatchQueue.main.label
    let cycle = UpdateCycle(tree: tree, queue: isMain ? nil : queue)
    // Kept until the lock is let go, for a cycle that is not needed asks for it as it goes.
    return withExtendedLifetime(cycle) {
      cycles.withLock { cycles in
        if let present = cycles[cycle.key]?.cycle { return present }
        cycles[cycle.key] = Reference(cycle: cycle)
        return cycle
      }
    }
  }

  var key: Key { Key(tree: ObjectIdentifier(tree), queue: queue.map(ObjectIdentifier.init)) }

  /// To be called by a cycle that goes.
  func forget() {
    Self.cycles.withLock { cycles in
      if cycles[key]?.cycle == nil { cycles[key] = nil }
    }
  }
}
