/// A list of elements, ordered by number. Removing an element leaves an empty slot instead of shifting the elements
/// after it.
@frozen
@usableFromInline
package struct NumberedList<Element: Sendable>: Sendable {
  @frozen
  @usableFromInline
  package struct Slot: Sendable {
    /// The element of the slot; nil after the element was removed. Empty slots are pruned when there are many.
    ///
    /// The first property, because `unretained(at:)` reads it through a pointer to the slot.
    @usableFromInline package var element: Element?
    @usableFromInline let number: UInt64
  }

  @usableFromInline package private(set) var slots: ContiguousArray<Slot>
  /// The number of elements. The count is stored, so that unspecialized code can read it without the type metadata of
  /// `slots`.
  @usableFromInline private(set) var count: UInt32

  @inlinable
  package init() { (slots, count) = ([], 0) }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// Inserts an element in the order of its number: usually at the end, or in its former slot.
  package mutating func insert(_ element: Element, number: UInt64) {
    let index = index(of: number)
    count += 1
    guard index < slots.count, slots[index].number == number, slots[index].element == nil else {
      return slots.insert(Slot(element: element, number: number), at: index)
    }
    slots[index].element = element
  }

  /// Removes and returns the element with this number; nil if there is none. Finds the element by binary search.
  package mutating func remove(_ number: UInt64) -> Element? {
    let index = index(of: number)
    guard index < slots.count, slots[index].number == number, let element = slots[index].element else { return nil }
    slots[index].element = nil
    count -= 1
    let gone = slots.count - Int(count)
    if gone > 8, gone * 2 > slots.count { slots.removeAll { $0.element == nil } }
    return element
  }

  /// Returns the index of the first slot whose number is at least `number`.
  func index(of number: UInt64) -> Int {
    guard let last = slots.last, last.number >= number else { return slots.count }
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension NumberedList where Element: AnyObject {
  /// Returns the element at a valid index of `slots` without retaining it. A `for` loop would retain each element during
  /// its use.
  ///
  /// The caller must keep this list, which retains the element, until the element is no longer used.
  @inlinable
  @inline(__always)
  func unretained(at index: Int) -> Unmanaged<Element>? {
    // SAFETY: a slot begins with an optional reference, which has the layout of an optional pointer. A pointer is read,
    // because its type needs no metadata in unspecialized code.
    let element = slots.withUnsafeBufferPointer { slots in
      UnsafeRawPointer(slots.baseAddress.unsafelyUnwrapped + index).load(as: UnsafeRawPointer?.self)
    }
    guard let element else { return nil }
    return Unmanaged.fromOpaque(element)
  }
}
