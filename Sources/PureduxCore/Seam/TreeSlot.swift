/// A module's data in a tree of stores.
///
/// Each tree has at most one object of the conforming type, which is released with the tree.
package protocol TreeSlot: AnyObject, Sendable {
  /// Creates the object for a tree. The initializer must not use the tree.
  init()
}

extension StoreTree {
  /// The object of this type, created at first use.
  package func slot<Slot: TreeSlot>(_ type: Slot.Type) -> Slot {
    slots.withLock { slots in
      let key = ObjectIdentifier(type)
      if let index = slots.firstIndex(where: { $0.key == key }) {
        // SAFETY: only this function adds slots, each under the identity of its type.
        return unsafeDowncast(slots[index].slot, to: Slot.self)
      }
      let slot = Slot()
      slots.append((key, slot))
      return slot
    }
  }
}
