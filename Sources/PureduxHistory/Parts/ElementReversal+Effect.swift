public import PureduxCollections

// Determines whether reversals have an effect, so that a change that changes nothing in the end is not a step.
extension ElementReversal where Element: Equatable {
  /// Ends a recording, and omits changes with no effect.
  @inlinable
  static func end(_ mark: RecordingMark<Element>, in elements: inout OrderedState<Element>) -> [Self]? {
    guard var reversals = elements.endRecording(mark) else { return nil }
    prune(&reversals, in: elements)
    return reversals
  }

  /// If all changes are edits, keeps only each element's first edit, and omits edits with no effect. Omits all changes
  /// if together they have no effect.
  @inlinable
  static func prune(_ reversals: inout [Self], in elements: OrderedState<Element>) {
    if reversals.count == 1 {
      if reversals[0].changesNothing(in: elements) { reversals = [] }
      return
    }
    guard reversals.allSatisfy({ if case .replace = $0 { true } else { false } }) else {
      if !mayHaveEffect(reversals, in: elements), keepsOrder(reversals, in: elements) { reversals = [] }
      return
    }
    var seen: Set<Element.ID> = []
    reversals.removeAll { reversal in
      guard case .replace(let old, _) = reversal else { return false }
      return !seen.insert(old.id).inserted || reversal.changesNothing(in: elements)
    }
  }

  @inlinable
  func changesNothing(in elements: OrderedState<Element>) -> Bool {
    guard case .replace(let old, let position) = self else { return false }
    return elements.index(id: old.id, expectedAt: position).map { elements[$0] == old } ?? true
  }

  /// Whether an element was inserted, removed or edited, and is not as it was before.
  @usableFromInline
  static func mayHaveEffect(_ reversals: [Self], in elements: OrderedState<Element>) -> Bool {
    func isChanged(_ id: Element.ID, _ original: Element?) -> Bool { elements[id: id] != original }
    // The first change alone usually tells.
    var hasEffect = false
    reversals.first?.forEachElement { hasEffect = hasEffect || isChanged($0, $1) }
    if hasEffect { return true }
    var seen: Set<Element.ID> = []
    for reversal in reversals where !hasEffect {
      reversal.forEachElement { id, original in
        if !hasEffect, seen.insert(id).inserted { hasEffect = isChanged(id, original) }
      }
    }
    return hasEffect
  }

  /// Whether reverting the changes would change the elements or their order. Other changes may have been made between
  /// the changes of a group, so the changes are reverted in a copy if their positions alone do not tell.
  @usableFromInline
  static func haveEffect(_ reversals: [Self], in elements: OrderedState<Element>) -> Bool {
    guard !mayHaveEffect(reversals, in: elements), keepsOrder(reversals, in: elements) else { return true }
    var reverted = elements
    reverted.revert(reversals)
    return reverted != elements
  }

  /// Whether reverting the changes, which leave all elements as they were, leads to the same order.
  ///
  /// Follows the positions of the affected elements back to the first change, because a copy of a large collection
  /// would cost more than the changes.
  @usableFromInline
  static func keepsOrder(_ reversals: [Self], in elements: OrderedState<Element>) -> Bool {
    var positions = AffectedPositions(reversals, in: elements)
    let before = positions.places
    for reversal in reversals.reversed() {
      guard positions.revert(reversal) else {
        var reverted = elements
        reverted.revert(reversals)
        return reverted == elements
      }
    }
    return positions.places == before
  }
}

/// The positions of the elements that changes affect, while the changes are reverted in thought.
private struct AffectedPositions<Element: Identifiable> {
  private(set) var places: [Element.ID: Int] = [:]
  /// The number of comparisons after which reverting in a copy is cheaper.
  private var budget = 1 << 20

  init(_ reversals: [ElementReversal<Element>], in elements: OrderedState<Element>) {
    for reversal in reversals {
      reversal.forEachAffected { id in
        if places[id] == nil, let place = elements.index(id: id) { places[id] = place }
      }
    }
  }

  /// Reverts a change. Returns false if this would take too long.
  mutating func revert(_ reversal: ElementReversal<Element>) -> Bool {
    switch reversal {
    case .replace: break
    case .put(let element, let place, _): insert(element.id, at: place)
    case .remove(let id, _): remove(id)
    case .move(let id, _, let place, _):
      remove(id)
      insert(id, at: place)
    case .putAll(let elements, let positions, _):
      for (index, element) in elements.enumerated() where budget > 0 {
        insert(element.id, at: positions.isEmpty ? index : positions[index])
      }
    case .removeAll(let ids): for id in ids where budget > 0 { remove(id) }
    case .order(let ids):
      budget -= ids.count
      let taken = ids.compactMap { places[$0] }.sorted()
      for (id, place) in zip(ids, taken) { places[id] = place }
    }
    return budget > 0
  }

  private mutating func insert(_ id: Element.ID, at place: Int) {
    budget -= places.count
    for (other, present) in places where present >= place { places[other] = present + 1 }
    places[id] = place
  }

  private mutating func remove(_ id: Element.ID) {
    budget -= places.count
    guard let place = places.removeValue(forKey: id) else { return }
    for (other, present) in places where present > place { places[other] = present - 1 }
  }
}

extension ElementReversal {
  /// Calls `body` with each element whose position changed.
  fileprivate func forEachAffected(_ body: (Element.ID) -> Void) {
    switch self {
    case .replace: break
    case .move(let id, _, _, _): body(id)
    case .order(let ids): for id in ids { body(id) }
    case .put, .putAll, .remove, .removeAll: forEachElement { id, _ in body(id) }
    }
  }

  @inlinable
  func bytes(_ size: (Element) -> Int) -> Int {
    let stride = MemoryLayout<Self>.stride
    switch self {
    case .replace(let element, _), .put(let element, _, _): return stride + size(element)
    case .putAll(let elements, let positions, let neighbors):
      let lists = 64 + 8 * positions.count + MemoryLayout<Element.ID>.stride * (neighbors?.count ?? 0)
      return elements.reduce(stride + lists) { $0 + MemoryLayout<Element>.stride + size($1) }
    case .removeAll(let ids), .order(let ids): return stride + 32 + MemoryLayout<Element.ID>.stride * ids.count
    case .remove, .move: return stride
    }
  }
}
