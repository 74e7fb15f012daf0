extension UpdateCycle {
  private struct Reference: Sendable {
    weak var cycle: UpdateCycle?
  }

  private static let cycles = Guarded<[ObjectIdentifier: Reference]>([:])

  /// The one cycle of a tree, for as long as a binding uses it.
  static func shared(_ tree: StoreTree) -> UpdateCycle {
    let cycle = UpdateCycle(tree: tree)
    // Kept until the lock is let go, for a cycle that is not needed asks for it as it goes.
    return withExtendedLifetime(cycle) {
      cycles.withLock { cycles in
        if let present = cycles[cycle.key]?.cycle { return present }
        cycles[cycle.key] = Reference(cycle: cycle)
        return cycle
      }
    }
  }

  private var key: ObjectIdentifier { ObjectIdentifier(tree) }

  /// To be called by a cycle that goes.
  func forget() {
    Self.cycles.withLock { cycles in
      if cycles[key]?.cycle == nil { cycles[key] = nil }
    }
  }
}
