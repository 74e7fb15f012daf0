/// The elements that satisfy a condition, in the order of the collection.
@usableFromInline
@frozen
struct FilteredOrder<Element: Identifiable & Sendable>: RowOrder where Element.ID: Sendable {
  @usableFromInline let isIncluded: @Sendable (Element) -> Bool
  /// For each element of the collection whether it is a row.
  @usableFromInline var flags = ChunkedArray<Bool>()
  /// How many rows there are in each chunk of the flags.
  @usableFromInline var included: [Int] = []

  @inlinable
  init(where isIncluded: @escaping @Sendable (Element) -> Bool) { self.isIncluded = isIncluded }

  @inlinable
  mutating func rows(of list: OrderedState<Element>) -> [Element.ID] {
    let areRows = list.elements.map(isIncluded)
    flags = ChunkedArray(areRows)
    included = flags.chunks.indices.map(count)
    return zip(list.elements, areRows).compactMap { $1 ? $0.id : nil }
  }

  @inlinable
  mutating func follow(
    _ change: ElementChange<Element.ID>, in list: OrderedState<Element>, _ tell: (ElementChange<Element.ID>) -> Void
  ) {
    switch change {
    case .updated(let id, let position):
      // An element that is not there any more is told as removed later on.
      let isRow = list[id: id].map(isIncluded) ?? flags[position]
      let row = row(of: position)
      switch (flags[position], isRow) {
      case (true, true): tell(.updated(id, at: row))
      case (true, false): tell(.removed(id, at: row))
      case (false, true): tell(.inserted(id, at: row))
      case (false, false): break
      }
      set(position, isRow)
    case .inserted(let id, let position):
      let isRow = list[id: id].map(isIncluded) ?? false
      insert(isRow, at: position)
      if isRow { tell(.inserted(id, at: row(of: position))) }
    case .removed(let id, let position):
      let row = row(of: position)
      if remove(at: position) { tell(.removed(id, at: row)) }
    case .moved(let id, let from, let to):
      let old = row(of: from)
      let isRow = remove(at: from)
      insert(isRow, at: to)
      let new = row(of: to)
      if isRow, new != old { tell(.moved(id, from: old, to: new)) }
    }
  }

  /// The number of rows before a position.
  @inlinable
  func row(of position: Int) -> Int {
    guard position < flags.count else { return included.reduce(0, +) }
    let chunk = flags.chunk(of: position)
    let inChunk = flags.chunks[chunk].prefix(position - flags.starts[chunk])
    return included[..<chunk].reduce(0, +) + inChunk.reduce(0) { $0 + ($1 ? 1 : 0) }
  }

  @inlinable
  func count(_ chunk: Int) -> Int { flags.chunks[chunk].reduce(0) { $0 + ($1 ? 1 : 0) } }

  @inlinable
  mutating func set(_ position: Int, _ isRow: Bool) {
    guard flags[position] != isRow else { return }
    flags[position] = isRow
    included[flags.chunk(of: position)] += isRow ? 1 : -1
  }

  @inlinable
  mutating func insert(_ isRow: Bool, at position: Int) {
    let (chunk, isSplit) = flags.insert(isRow, at: position)
    if included.isEmpty { included = [0] }
    included[chunk] = count(chunk)
    if isSplit { included.insert(count(chunk + 1), at: chunk + 1) }
  }

  /// Returns whether the element there was a row.
  @inlinable
  mutating func remove(at position: Int) -> Bool {
    let (isRow, chunk, isGone) = flags.remove(at: position)
    if isGone { included.remove(at: chunk) } else if isRow { included[chunk] -= 1 }
    return isRow
  }
}
