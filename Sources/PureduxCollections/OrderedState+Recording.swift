public import PureduxAtomics

/// The reversals of an ordered state's changes since a recording began.
@frozen
@usableFromInline
package struct ElementRecording<Element: Identifiable> {
  /// Distinguishes this recording from all others.
  @usableFromInline let start: UInt64
  @usableFromInline var reversals: [ElementReversal<Element>] = []

  @inlinable
  init(start: UInt64) { self.start = start }

  @inlinable
  mutating func add(_ reversal: ElementReversal<Element>) { ElementReversal.add(reversal, to: &reversals) }

  @inlinable
  mutating func takeEdit(of id: Element.ID) -> ElementReversal<Element>? {
    ElementReversal.takeEdit(of: id, from: &reversals)
  }
}

extension ElementRecording: Sendable where Element: Sendable, Element.ID: Sendable {}

/// A recording in progress, and the enclosing recording.
@frozen
@usableFromInline
package struct RecordingMark<Element: Identifiable> {
  @usableFromInline let start: UInt64
  @usableFromInline let outer: ElementRecording<Element>?
  @usableFromInline let outerOfThread: UInt64

  @inlinable
  init(start: UInt64, outer: ElementRecording<Element>?, outerOfThread: UInt64) {
    (self.start, self.outer, self.outerOfThread) = (start, outer, outerOfThread)
  }
}

extension OrderedState {
  /// Starts recording the reversal of each change, and suspends the enclosing recording.
  ///
  /// The recordings on a thread must end in last-in, first-out order. A copy made during a recording stops recording
  /// when this thread's recording ends.
  @inlinable
  package mutating func beginRecording() -> RecordingMark<Element> {
    let outerOfThread = puredux_begin_recording_of_stamps()
    let mark = RecordingMark(start: puredux_stamp(), outer: recording, outerOfThread: outerOfThread)
    recording = ElementRecording(start: mark.start)
    return mark
  }

  /// Ends a recording, and resumes the enclosing recording, which does not receive the recorded changes.
  ///
  /// - Returns: The reversals, in order; nil if the recorded collection was replaced by a different collection.
  @inlinable
  package mutating func endRecording(_ mark: RecordingMark<Element>) -> [ElementReversal<Element>]? {
    puredux_end_recording_of_stamps(mark.outerOfThread)
    guard let ended = recording, ended.start == mark.start else {
      recording = nil
      return nil
    }
    recording = mark.outer
    return ended.reversals
  }

  /// Applies reversals in reverse order. Reversals that are no longer possible are skipped, and invalid positions are
  /// clamped.
  @inlinable
  package mutating func revert(_ reversals: [ElementReversal<Element>]) {
    for reversal in reversals.reversed() {
      switch reversal {
      case .replace(let old, let position):
        if let position = index(id: old.id, expectedAt: position) { self[position] = old }
      case .put(let old, let position, let neighbor):
        if !contains(id: old.id) { insert(old, at: place(after: neighbor, or: position)) }
      case .remove(let id, let position):
        if let position = index(id: id, expectedAt: position) { removeElement(at: position) }
      case .move(let id, let position, let origin, let neighbor):
        guard let position = index(id: id, expectedAt: position) else { continue }
        let place = neighbor == id ? nil : neighbor.flatMap { index(id: $0, expectedAt: origin &- 1) }.map { $0 + 1 }
        // A place behind the element moves by one when the element is taken out.
        move(position, to: place.map { $0 > position ? $0 - 1 : $0 } ?? Swift.min(Swift.max(origin, 0), count - 1))
      case .putAll(let elements, let positions, let neighbors): put(elements, at: positions, after: neighbors)
      case .removeAll(let ids): removeElements(at: Set(ids.compactMap { index(id: $0) }).sorted())
      case .order(let ids): putInOrder(of: ids)
      }
    }
  }

  /// Returns the place after the element with the id `neighbor`, or, if there is none, a valid position.
  @inlinable
  func place(after neighbor: Element.ID?, or position: Int) -> Int {
    if let neighbor, let index = index(id: neighbor, expectedAt: position &- 1) { return index + 1 }
    return Swift.min(Swift.max(position, 0), count)
  }

  /// The id of the element that precedes a position.
  @inlinable
  func neighbor(before position: Int) -> Element.ID? { position > 0 ? storage[slot(at: position - 1)].id : nil }

  @inlinable
  mutating func record(_ reversal: ElementReversal<Element>) {
    guard let start = recording?.start, puredux_is_stamp_of_recording(start) else {
      recording = nil
      return
    }
    recording?.add(reversal)
  }

  /// Records the content of the element in a slot before an edit.
  @inlinable
  @inline(never)
  mutating func recordEdit(in slot: Int) { record(.replace(element: storage[slot], at: position(ofSlot: slot))) }

  /// Records that an element was removed while it was being edited in place. The removal is complete.
  @inlinable
  @inline(never)
  mutating func recordRemovalByEdit(of id: Element.ID) {
    guard recording != nil else { return }
    if case .replace(let old, let position)? = recording?.takeEdit(of: id) {
      record(.put(element: old, at: position, after: neighbor(before: position)))
    }
  }

  /// Records that an edit has changed the id of the element at `position`. If the edit also removed another element,
  /// the reversal of that removal is at index `recorded`.
  @inlinable
  @inline(never)
  mutating func recordRekey(
    _ edit: ElementReversal<Element>, to id: Element.ID, at position: Int, since recorded: Int?
  ) {
    if let recorded, let last = recording?.reversals.last, recording?.reversals.count == recorded + 1,
      case .put(let other, let otherPosition, let otherNeighbor) = last
    {
      // Reverting removes the new element before it reinserts the other element, whose neighbor it may have been.
      if case .replace(let old, _) = edit {
        if otherNeighbor == id {
          recording?.reversals[recorded] = .put(element: other, at: otherPosition, after: old.id)
        }
      } else if otherPosition > position {
        let otherNeighbor = otherNeighbor == id ? neighbor(before: position) : otherNeighbor
        recording?.reversals[recorded] = .put(element: other, at: otherPosition - 1, after: otherNeighbor)
      }
    }
    if case .replace(let old, _) = edit {
      record(.put(element: old, at: position, after: neighbor(before: position)))
    }
    record(.remove(id: id, at: position))
  }

  /// Records that an element was removed. The removal is complete.
  @inlinable
  mutating func recordRemoval(of element: Element, at position: Int) {
    record(.put(element: element, at: position, after: neighbor(before: position)))
  }

  /// Records the elements at these ascending positions before they are removed.
  @usableFromInline
  mutating func recordRemoval(of positions: [Int]) {
    guard recording != nil else { return }
    if positions.count == count { return record(.putAll(elements: elements, at: [], after: [])) }
    var (next, neighbors) = (0, [Element.ID]())
    for position in positions {
      if position != next { neighbors.append(self[position - 1].id) }
      next = position + 1
    }
    record(.putAll(elements: positions.map { self[$0] }, at: positions, after: neighbors))
  }

  mutating func recordInsertion(of positions: Range<Int>) {
    guard recording != nil else { return }
    record(.removeAll(ids: positions.map { self[$0].id }))
  }

  /// Records the order of a range before a permutation.
  @usableFromInline
  mutating func recordOrder(of positions: Range<Int>) {
    guard recording != nil else { return }
    record(.order(ids: positions.map { self[$0].id }))
  }

  /// Reinserts elements after their neighbors, or at their former positions. Elements whose id exists are skipped.
  @usableFromInline
  mutating func put(_ elements: [Element], at positions: [Int], after neighbors: [Element.ID]?) {
    let places = places(of: elements, at: positions, after: neighbors)
    if places.count <= Self.mostSingly {
      for (inserted, place) in places.enumerated() { insert(elements[place.index], at: place.gap + inserted) }
      return
    }
    putInOrder()
    var (merged, inserted, rest) = ([Element](), [Int](), storage[...])
    merged.reserveCapacity(count + places.count)
    for place in places {
      let kept = place.gap - (merged.count - inserted.count)
      merged += rest.prefix(kept)
      rest = rest.dropFirst(kept)
      inserted.append(merged.count)
      merged.append(elements[place.index])
    }
    // If the collection is empty and all elements are inserted, share their array instead of copying the elements.
    storage = storage.isEmpty && places.count == elements.count ? elements : merged + rest
    rebuildTable()
    noteInsertion(at: inserted)
    if recording != nil { record(.removeAll(ids: inserted.map { storage[$0].id })) }
  }

  /// Returns the elements to reinsert, in order, each with the gap between present elements in which it belongs.
  private func places(
    of elements: [Element], at positions: [Int], after neighbors: [Element.ID]?
  ) -> [(gap: Int, index: Int)] {
    var (places, gaps, ids) = ([(gap: Int, index: Int)](), [Element.ID: Int](), Set<Element.ID>())
    var (next, heads) = (0, (neighbors ?? [])[...])
    for (index, element) in elements.enumerated() {
      let position = positions.isEmpty ? index : index < positions.count ? Swift.max(positions[index], 0) : Int.max
      let neighbor = position == next ? (index > 0 ? elements[index - 1].id : nil) : heads.popFirst()
      next = position == .max ? position : position + 1
      guard !contains(id: element.id), ids.insert(element.id).inserted else { continue }
      let former = Swift.min(Swift.max(position - places.count, 0), count)
      let gap = neighbor.flatMap { id in gaps[id] ?? self.index(id: id).map { $0 + 1 } } ?? former
      gaps[element.id] = gap
      places.append((gap, index))
    }
    // Elements in one gap keep their order.
    return places.sorted { ($0.gap, $0.index) < ($1.gap, $1.index) }
  }

  /// Rearranges the elements with these ids among the positions that these elements already occupy.
  @usableFromInline
  mutating func putInOrder(of ids: [Element.ID]) {
    var known: Set<Int> = []
    let found = ids.compactMap { index(id: $0) }.filter { known.insert($0).inserted }
    let places = known.sorted()
    guard let first = places.first, let last = places.last else { return }
    var order = Array(first..<last + 1)
    for (place, position) in zip(places, found) { order[place - first] = position }
    reorder(first..<last + 1, as: order, moved: zip(places, found).count { $0 != $1 })
  }
}
