/// What a module keeps on a tree of stores: one object of its type for each tree, which ends with the tree.
package protocol TreeSlot: AnyObject, Sendable {
  /// Makes the content of a tree that has none yet. It must not use the tree.
  init()
}

extension StoreTree {
  /// What is kept here under its type; made when it is asked for first.
  package func slot<Slot: TreeSlot>(_ type: Slot.Type) -> Slot {
    slots.withLock { slots in
      let key = ObjectIdentifier(type)
      if let index = slots.firstIndex(where: { $0.key == key }) {
        // SAFETY: only this function enters slots, each under the identity of its type.
        return unsafeDowncast(slots[index].slot, to: Slot.self)
      }
      let slot = Slot()
      slots.append((key, slot))
      return slot
    }
  }
}
