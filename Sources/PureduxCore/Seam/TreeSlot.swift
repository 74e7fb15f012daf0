/// A module's data in a tree of stores.
///
/// Each tree has at most one object of each conforming type; the object is released with the tree.
package protocol TreeSlot: AnyObject, Sendable {
  /// Creates the object for a tree. The initializer runs with a lock of the tree held, so it must not use the tree.
  init()
}

extension StoreTree {
  /// Returns the tree's object of this type, creating the object on first use.
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
