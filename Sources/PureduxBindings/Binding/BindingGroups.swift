internal import Dispatch

/// The groups of one tree that bindings share.
final class BindingGroups: Sendable {
  struct Key: Hashable {
    /// Valid for as long as the group is there.
    let states: ObjectIdentifier
    let rate: UpdateSchedule.Rate
    let queue: ObjectIdentifier?
  }

  private struct Reference: Sendable {
    weak var group: (any Sendable & AnyObject)?
    /// A number, for Swift 6.3 reads an optional structure wrongly that holds a weak reference and an `ObjectIdentifier`.
    let address: UInt
  }

  private let groups = Guarded<[Key: Reference]>([:])

  /// The group with this key. `make` makes it where there is none.
  func group<State>(_ key: Key, _ make: () -> BindingGroup<State>) -> BindingGroup<State> {
    if let group = groups.withLock({ $0[key]?.group }) as? BindingGroup<State> { return group }
    let group = make()
    let present = groups.withLock { groups -> (any Sendable & AnyObject)? in
      if let present = groups[key]?.group { return present }
      groups[key] = Reference(group: group, address: UInt(bitPattern: ObjectIdentifier(group)))
      return nil
    }
    return present as? BindingGroup<State> ?? group
  }

  /// To be called in the `deinit` of a group.
  func forget(_ key: Key, _ group: ObjectIdentifier) {
    groups.withLock { groups in
      if groups[key]?.address == UInt(bitPattern: group) { groups[key] = nil }
    }
  }
}
