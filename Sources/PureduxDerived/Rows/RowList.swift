/// The identities of rows in order, for a list or a table.
///
/// Copying is free, and changing a copy moves a few hundred identities, regardless of the length. The list contains no
/// elements, so retaining it does not force the next change of the state to copy them.
///
/// ```swift
/// let rows = shop.rows(\.items).current
/// print(rows.count, rows.first ?? 0)
/// ```
@frozen
public struct RowList<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var ids: ChunkedArray<ID>

  @inlinable
  init(_ ids: some Sequence<ID>) { self.ids = ChunkedArray(ids) }

  /// Creates an empty list.
  @inlinable
  public init() { ids = ChunkedArray() }

  /// Applies the changes that an observer of rows received, in order.
  ///
  /// - Parameter changes: Changes to these rows. Other changes trap.
  public mutating func apply(_ changes: [ElementChange<ID>]) {
    for change in changes { apply(change) }
  }

  @inlinable
  mutating func apply(_ change: ElementChange<ID>) {
    switch change {
    case .updated: break
    case .inserted(let id, let row): ids.insert(id, at: row)
    case .removed(_, let row): ids.remove(at: row)
    case .moved(let id, let from, let to):
      ids.remove(at: from)
      ids.insert(id, at: to)
    }
  }
}

extension RowList: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { ids.count }

  /// The identity of a row.
  @inlinable
  public subscript(row: Int) -> ID {
    precondition(row >= 0 && row < ids.count, "there is no such row")
    return ids[row]
  }
}

extension RowList: Equatable {
  @inlinable
  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}

extension RowList: CustomStringConvertible {
  public var description: String { Array(self).description }
}

/// A list in chunks: inserting or removing an element moves a few hundred others, regardless of the length.
///
/// Copies share the chunks. Changing a copy copies one chunk and the list of chunks.
@usableFromInline
@frozen
struct ChunkedArray<Element> {
  @usableFromInline var chunks: [ContiguousArray<Element>] = []
  /// The position of each chunk's first element.
  @usableFromInline var starts: [Int] = []
  @usableFromInline var count = 0

  /// A chunk with more elements is split.
  @inlinable static var longest: Int { 512 }

  @inlinable
  init() {}

  @inlinable
  init(_ elements: some Sequence<Element>) {
    var chunk = ContiguousArray<Element>()
    for element in elements {
      chunk.append(element)
      if chunk.count == Self.longest / 2 { add(&chunk) }
    }
    if !chunk.isEmpty { add(&chunk) }
  }

  @inlinable
  mutating func add(_ chunk: inout ContiguousArray<Element>) {
    starts.append(count)
    count += chunk.count
    chunks.append(chunk)
    chunk.removeAll(keepingCapacity: true)
  }

  /// The chunk of a position. The position after the last element belongs to the last chunk.
  @inlinable
  func chunk(of position: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return low
  }

  @inlinable
  subscript(position: Int) -> Element {
    get {
      let chunk = chunk(of: position)
      return chunks[chunk][position - starts[chunk]]
    }
    set {
      let chunk = chunk(of: position)
      chunks[chunk][position - starts[chunk]] = newValue
    }
  }

  /// Inserts an element. Returns its chunk, and whether that chunk was split.
  @inlinable
  @discardableResult
  mutating func insert(_ element: Element, at position: Int) -> (chunk: Int, isSplit: Bool) {
    count += 1
    guard !chunks.isEmpty else {
      (chunks, starts) = ([[element]], [0])
      return (0, false)
    }
    let chunk = chunk(of: position)
    chunks[chunk].insert(element, at: position - starts[chunk])
    moveStarts(after: chunk, by: 1)
    guard chunks[chunk].count > Self.longest else { return (chunk, false) }
    let half = Self.longest / 2
    let rest = ContiguousArray(chunks[chunk][half...])
    chunks[chunk].removeSubrange(half...)
    chunks.insert(rest, at: chunk + 1)
    starts.insert(starts[chunk] + half, at: chunk + 1)
    return (chunk, true)
  }

  /// Removes an element. Returns its chunk, and whether that chunk was removed because it became empty.
  @inlinable
  @discardableResult
  mutating func remove(at position: Int) -> (element: Element, chunk: Int, isGone: Bool) {
    count -= 1
    let chunk = chunk(of: position)
    let element = chunks[chunk].remove(at: position - starts[chunk])
    moveStarts(after: chunk, by: -1)
    guard chunks[chunk].isEmpty else { return (element, chunk, false) }
    chunks.remove(at: chunk)
    starts.remove(at: chunk)
    return (element, chunk, true)
  }

  @inlinable
  mutating func moveStarts(after chunk: Int, by offset: Int) {
    // SAFETY: only elements of the buffer are accessed. Without bounds checks, the loop is vectorized.
    starts.withUnsafeMutableBufferPointer { starts in
      for next in starts.indices.dropFirst(chunk + 1) { starts[next] &+= offset }
    }
  }

  /// The first position, in a sorted list, whose element does not precede the given one.
  @inlinable
  func position(where isBefore: (Element) -> Bool) -> Int {
    guard !chunks.isEmpty else { return 0 }
    // Finds the last chunk whose first element precedes it, and then the position in that chunk.
    var (low, high) = (0, chunks.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if isBefore(chunks[middle][0]) { low = middle } else { high = middle - 1 }
    }
    var (first, last) = (0, chunks[low].count)
    while first < last {
      let middle = (first + last) / 2
      if isBefore(chunks[low][middle]) { first = middle + 1 } else { last = middle }
    }
    return starts[low] + first
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}
