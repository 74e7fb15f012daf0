extension UpdateCycle {
  private struct Reference: Sendable {
    weak var cycle: UpdateCycle?
    let address: UInt
  }

  private static let cycles = Guarded<[ObjectIdentifier: Reference]>([:])

  /// The one cycle of a tree, for as long as a binding uses it.
  static func shared(_ tree: StoreTree) -> UpdateCycle {
    let cycle = UpdateCycle(tree: tree)
    // Kept until the lock is let go, for a cycle that is not needed asks for it as it goes.
    return withExtendedLifetime(cycle) {
      cycles.withLock { cycles in
        if let present = cycles[cycle.key]?.cycle { return present }
        cycles[cycle.key] = Reference(cycle: cycle, address: cycle.address)
        return cycle
      }
    }
  }

  private var key: ObjectIdentifier { ObjectIdentifier(tree) }
  /// A number, for Swift 6.3 reads an optional structure wrongly that holds a weak reference and an `ObjectIdentifier`.
  private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// To be called by a cycle that goes.
  func forget() {
    Self.cycles.withLock { cycles in
      // By its address, for asking whether a newer cycle is still there would keep it: were this its last reference,
      // it would go here, under the lock that it asks for as it goes.
      if cycles[key]?.address == address { cycles[key] = nil }
    }
  }
}
