extension UpdateScheduler {
  private struct Reference: Sendable {
    weak var scheduler: UpdateScheduler?
    let address: UInt
  }

  private static let schedulers = Guarded<[ObjectIdentifier: Reference]>([:])

  /// The one scheduler of a tree, for as long as a binding uses it.
  static func shared(_ tree: StoreTree) -> UpdateScheduler {
    let scheduler = UpdateScheduler(tree: tree)
    // Kept until the lock is released, for the deinit of a scheduler that is not needed takes the lock too.
    return withExtendedLifetime(scheduler) {
      schedulers.withLock { schedulers in
        if let present = schedulers[scheduler.key]?.scheduler { return present }
        schedulers[scheduler.key] = Reference(scheduler: scheduler, address: scheduler.address)
        return scheduler
      }
    }
  }

  private var key: ObjectIdentifier { ObjectIdentifier(tree) }
  /// A number, for Swift 6.3 reads an optional structure wrongly that holds a weak reference and an `ObjectIdentifier`.
  private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// To be called in `deinit`.
  func forget() {
    Self.schedulers.withLock { schedulers in
      // Compared by address, for a strong reference to a newer scheduler could be its last one: its deinit would run
      // here, and take the lock again.
      if schedulers[key]?.address == address { schedulers[key] = nil }
    }
  }
}
