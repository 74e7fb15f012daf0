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
      case .put(let old, let position):
        if !contains(id: old.id) { insert(old, at: Swift.min(Swift.max(position, 0), count)) }
      case .remove(let id, let position):
        if let position = index(id: id, expectedAt: position) { removeElement(at: position) }
      case .move(let id, let position, let origin):
        guard let position = index(id: id, expectedAt: position) else { continue }
        move(position, to: Swift.min(Swift.max(origin, 0), count - 1))
      case .putAll(let elements, let positions): put(elements, at: positions)
      case .removeAll(let ids): removeElements(at: Set(ids.compactMap { index(id: $0) }).sorted())
      case .order(let ids): putInOrder(of: ids)
      }
    }
  }

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

  /// Records that an element was removed while it was being edited in place.
  @inlinable
  @inline(never)
  mutating func recordRemovalByEdit(of id: Element.ID) {
    guard recording != nil else { return }
    if case .replace(let old, let position)? = recording?.takeEdit(of: id) { record(.put(element: old, at: position)) }
  }

  /// Records that an edit has changed the id of the element at `position`. If the edit also removed another element,
  /// the reversal of that removal is at index `recorded`.
  @inlinable
  @inline(never)
  mutating func recordRekey(
    _ edit: ElementReversal<Element>, to id: Element.ID, at position: Int, since recorded: Int?
  ) {
    if case .replace(let old, _) = edit {
      record(.put(element: old, at: position))
    } else if let recorded, let last = recording?.reversals.last, recording?.reversals.count == recorded + 1,
      case .put(let other, let otherPosition) = last, otherPosition > position
    {
      // Reverting removes the new element first, so the other element is reinserted one position earlier.
      recording?.reversals[recorded] = .put(element: other, at: otherPosition - 1)
    }
    record(.remove(id: id, at: position))
  }

  /// Records the elements at these ascending positions before they are removed.
  mutating func recordRemoval(of positions: [Int]) {
    guard recording != nil else { return }
    record(
      positions.count == count
        ? .putAll(elements: elements, at: []) : .putAll(elements: positions.map { self[$0] }, at: positions))
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

  /// Inserts elements at their final positions, skipping elements whose id already exists.
  @usableFromInline
  mutating func put(_ elements: [Element], at positions: [Int]) {
    var ids: Set<Element.ID> = []
    let new = elements.indices.filter { !contains(id: elements[$0].id) && ids.insert(elements[$0].id).inserted }
    func place(_ index: Int) -> Int { index < positions.count ? Swift.max(positions[index], 0) : .max }
    if new.count <= Self.mostSingly {
      for index in new { insert(elements[index], at: Swift.min(place(index), count)) }
      return
    }
    putInOrder()
    var (merged, places, rest) = ([Element](), [Int](), storage[...])
    merged.reserveCapacity(count + new.count)
    for index in new {
      let kept = Swift.min(Swift.max(place(index) - merged.count, 0), rest.count)
      merged += rest.prefix(kept)
      rest = rest.dropFirst(kept)
      places.append(merged.count)
      merged.append(elements[index])
    }
    // If the collection is empty and all elements are inserted, share their array instead of copying the elements.
    storage = storage.isEmpty && new.count == elements.count ? elements : merged + rest
    rebuildTable()
    noteInsertion(at: places)
    if recording != nil { record(.removeAll(ids: new.map { elements[$0].id })) }
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
