public import PureduxCollections

/// Selects and orders the rows of an ordered state, and updates the rows incrementally.
@usableFromInline
protocol RowOrder<Element>: Sendable {
  associatedtype Element: Identifiable & Sendable where Element.ID: Sendable

  /// Computes the rows from all elements of a collection.
  mutating func rows(of list: OrderedState<Element>) -> [Element.ID]

  /// Applies one of the changes that produced `list`. Calls `tell` with each resulting change to the rows.
  mutating func follow(
    _ change: ElementChange<Element.ID>, in list: OrderedState<Element>, _ tell: (ElementChange<Element.ID>) -> Void)
}

/// A row order that includes all elements, in the order of the collection.
@usableFromInline
@frozen
struct ListOrder<Element: Identifiable & Sendable>: RowOrder where Element.ID: Sendable {
  @inlinable
  init() {}

  @inlinable
  func rows(of list: OrderedState<Element>) -> [Element.ID] { list.elements.map(\.id) }

  @inlinable
  func follow(
    _ change: ElementChange<Element.ID>, in list: OrderedState<Element>, _ tell: (ElementChange<Element.ID>) -> Void
  ) { tell(change) }
}

/// A row order for the elements that satisfy a condition, in the order of the collection.
@usableFromInline
@frozen
struct FilteredOrder<Element: Identifiable & Sendable>: RowOrder where Element.ID: Sendable {
  @usableFromInline let isIncluded: @Sendable (Element) -> Bool
  /// For each element, in the order of the collection, whether the element is a row.
  @usableFromInline var flags = ChunkedArray<Bool>([], longest: 512)
  /// The number of rows in each chunk of `flags`.
  @usableFromInline var included = ChunkCounts()

  @inlinable
  init(where isIncluded: @escaping @Sendable (Element) -> Bool) { self.isIncluded = isIncluded }

  @inlinable
  mutating func rows(of list: OrderedState<Element>) -> [Element.ID] {
    let areRows = list.elements.map(isIncluded)
    flags = ChunkedArray(areRows, longest: flags.longest)
    included = ChunkCounts(flags.chunks.indices.lazy.map(count))
    return zip(list.elements, areRows).compactMap { $1 ? $0.id : nil }
  }

  @inlinable
  mutating func follow(
    _ change: ElementChange<Element.ID>, in list: OrderedState<Element>, _ tell: (ElementChange<Element.ID>) -> Void
  ) {
    switch change {
    case .updated(let id, let position):
      // If `list` no longer contains the element, a later change in this update removes the row.
      let isRow = isRow(id, expectedAt: position, in: list) ?? flags[position]
      let row = row(of: position)
      switch (flags[position], isRow) {
      case (true, true): tell(.updated(id, at: row))
      case (true, false): tell(.removed(id, at: row))
      case (false, true): tell(.inserted(id, at: row))
      case (false, false): break
      }
      set(position, isRow)
    case .inserted(let id, let position):
      let isRow = isRow(id, expectedAt: position, in: list) ?? false
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

  /// Returns whether an element is a row, or nil if the element no longer exists.
  @inlinable
  func isRow(_ id: Element.ID, expectedAt position: Int, in list: OrderedState<Element>) -> Bool? {
    guard let position = list.index(id: id, expectedAt: position) else { return nil }
    return list.withElement(at: position) { element in lend(element) { element in isIncluded(element) } }
  }

  /// The number of rows that precede a position in the collection.
  @inlinable
  func row(of position: Int) -> Int {
    guard position < flags.count else { return included.sum }
    let (chunk, start) = flags.counts.chunk(of: position)
    return included.sum(before: chunk) + flags.chunks[chunk].prefix(position - start).reduce(0) { $0 + ($1 ? 1 : 0) }
  }

  @inlinable
  func count(_ chunk: Int) -> Int { flags.chunks[chunk].reduce(0) { $0 + ($1 ? 1 : 0) } }

  @inlinable
  mutating func set(_ position: Int, _ isRow: Bool) {
    guard flags[position] != isRow else { return }
    flags[position] = isRow
    included.add(isRow ? 1 : -1, to: flags.counts.chunk(of: position).chunk)
  }

  @inlinable
  mutating func insert(_ isRow: Bool, at position: Int) {
    let isFirst = flags.chunks.isEmpty
    let (chunk, isSplit) = flags.insert(isRow, at: position)
    if isFirst { return included.insert(isRow ? 1 : 0, at: 0) }
    if isRow { included.add(1, to: chunk) }
    guard isSplit else { return }
    let split = count(chunk + 1)
    included.add(-split, to: chunk)
    included.insert(split, at: chunk + 1)
  }

  /// Removes the flag of an element, and returns whether the element was a row.
  @inlinable
  mutating func remove(at position: Int) -> Bool {
    let (isRow, chunk, isGone) = flags.remove(at: position)
    if isRow { included.add(-1, to: chunk) }
    if isGone { included.remove(at: chunk) }
    return isRow
  }
}

/// A row order for the elements that satisfy a condition, sorted by a key. Elements with equal keys keep the order in
/// which they became rows.
@usableFromInline
@frozen
struct SortedOrder<Element: Identifiable & Sendable, Key: Comparable & Sendable>: RowOrder where Element.ID: Sendable {
  /// The composite sort key of a row: the key, then the row's insertion number.
  @usableFromInline
  @frozen
  struct Place: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let number: Int

    @inlinable
    init(key: Key, number: Int) { (self.key, self.number) = (key, number) }

    @inlinable
    func isBefore(_ other: Place) -> Bool { key == other.key ? number < other.number : key < other.key }
  }

  /// Whether an element is a row; nil if all elements are rows.
  @usableFromInline let isIncluded: (@Sendable (Element) -> Bool)?
  @usableFromInline let key: @Sendable (Element) -> Key
  /// For each element, in the order of the collection, its composite sort key; nil if the element is not a row. The keys
  /// are stored because the old key of a changed element cannot be recomputed: the element's old value no longer exists.
  @usableFromInline var known = ChunkedArray<Place?>([], longest: 256)
  /// The composite sort keys of the rows, in row order.
  @usableFromInline var places = ChunkedArray<Place>([], longest: 128)
  /// The first composite sort key in each chunk of `places`.
  @usableFromInline var firsts: ContiguousArray<Place> = []
  @usableFromInline var next = 0

  @inlinable
  init(where isIncluded: (@Sendable (Element) -> Bool)?, by key: @escaping @Sendable (Element) -> Key) {
    self.isIncluded = isIncluded
    self.key = key
  }

  @inlinable
  mutating func rows(of list: OrderedState<Element>) -> [Element.ID] {
    var rows: [(place: Place, id: Element.ID)] = []
    let all = list.elements.map { element -> Place? in
      if let isIncluded, !isIncluded(element) { return nil }
      let place = Place(key: key(element), number: rows.count)
      rows.append((place, element.id))
      return place
    }
    next = rows.count
    known = ChunkedArray(all, longest: known.longest)
    rows.sort { $0.place.isBefore($1.place) }
    places = ChunkedArray(rows.lazy.map(\.place), longest: places.longest)
    firsts = places.firsts
    return rows.map(\.id)
  }

  @inlinable
  mutating func follow(
    _ change: ElementChange<Element.ID>, in list: OrderedState<Element>, _ tell: (ElementChange<Element.ID>) -> Void
  ) {
    switch change {
    case .updated(let id, let position):
      update(id, at: position, in: list, isEdited: true, tell)
    case .inserted(let id, let position):
      known.insert(nil, at: position)
      update(id, at: position, in: list, isEdited: true, tell)
    case .removed(let id, let position):
      if let place = known.remove(at: position).element { tell(.removed(id, at: remove(place))) }
    case .moved(let id, let from, let to):
      known.insert(known.remove(at: from).element, at: to)
      update(id, at: to, in: list, isEdited: false, tell)
    }
  }

  /// Updates the row of the element that was at a position of the collection after a change.
  ///
  /// - Parameter isEdited: Whether the element may have been edited even if its sort key is unchanged.
  @inlinable
  mutating func update(
    _ id: Element.ID, at position: Int, in list: OrderedState<Element>, isEdited: Bool,
    _ tell: (ElementChange<Element.ID>) -> Void
  ) {
    let (old, new) = (known[position], key(ofRow: id, expectedAt: position, in: list))
    guard let new else {
      guard let old else { return }
      known[position] = nil
      return tell(.removed(id, at: remove(old)))
    }
    guard let old else {
      let place = Place(key: new, number: next)
      next += 1
      known[position] = place
      return tell(.inserted(id, at: insert(place)))
    }
    if old.key == new {
      if isEdited { tell(.updated(id, at: row(of: old))) }
      return
    }
    let place = Place(key: new, number: old.number)
    known[position] = place
    let (from, to) = move(old, to: place)
    if from != to { tell(.moved(id, from: from, to: to)) }
    tell(.updated(id, at: to))
  }

  /// Returns the sort key of an element, or nil if the element is not a row or no longer exists.
  @inlinable
  func key(ofRow id: Element.ID, expectedAt position: Int, in list: OrderedState<Element>) -> Key? {
    guard let position = list.index(id: id, expectedAt: position) else { return nil }
    return list.withElement(at: position) { element in
      lend(element) { element in
        if let isIncluded, !isIncluded(element) { return nil }
        return key(element)
      }
    }
  }

  /// The index of the first row that does not sort before `place`.
  @inlinable
  func firstRow(notBefore place: Place) -> Int {
    places.position(firsts: firsts) { $0.isBefore(place) }
  }

  @inlinable
  func row(of place: Place) -> Int {
    let (chunk, next) = places.place(firsts: firsts) { !place.isBefore($0) }
    let row = places.counts.sum(before: chunk) + next - 1
    if next > 0, places.chunks[chunk][next - 1].number == place.number { return row }
    // Keys that are not totally ordered, such as NaN, require a linear search.
    return (0..<places.count).first { places[$0].number == place.number } ?? row
  }

  @inlinable
  mutating func insert(_ place: Place) -> Int {
    let row = firstRow(notBefore: place)
    let (chunk, isSplit) = places.insert(place, at: row)
    if firsts.isEmpty { firsts = [place] }
    firsts[chunk] = places.chunks[chunk][0]
    if isSplit { firsts.insert(places.chunks[chunk + 1][0], at: chunk + 1) }
    return row
  }

  @inlinable
  mutating func remove(_ place: Place) -> Int {
    let row = row(of: place)
    let (_, chunk, isGone) = places.remove(at: row)
    if isGone { firsts.remove(at: chunk) } else { firsts[chunk] = places.chunks[chunk][0] }
    return row
  }

  /// Replaces the composite sort key of a row, and moves the row to its new position.
  @inlinable
  mutating func move(_ old: Place, to new: Place) -> (from: Int, to: Int) {
    let (from, next) = (row(of: old), firstRow(notBefore: new))
    // `places` still contains the old entry, so the positions after that entry are one too high.
    let to = next > from ? next - 1 : next
    if let (one, other) = places.replace(at: from, by: new, movedTo: to) {
      firsts[one] = places.chunks[one][0]
      firsts[other] = places.chunks[other][0]
    } else {
      firsts = places.firsts
    }
    return (from, to)
  }
}

/// The rows of an ordered state, kept up to date by applying the state's changes.
@usableFromInline
@frozen
struct FollowedRows<Order: RowOrder>: Sendable {
  @usableFromInline var order: Order
  @usableFromInline var rows: RowList<Order.Element.ID>
  @usableFromInline var version: Version

  @inlinable
  init(_ list: OrderedState<Order.Element>, in order: Order) {
    self.order = order
    version = list.version
    rows = RowList(self.order.rows(of: list))
  }

  /// Updates the rows to match `list`. Returns nil if no row has changed.
  @inlinable
  mutating func update(to list: OrderedState<Order.Element>) -> RowsUpdate<Order.Element.ID>? {
    guard version != list.version else { return nil }
    var told: [ElementChange<Order.Element.ID>] = []
    let isKnown = list.forEachChange(since: version) { change in
      order.follow(change, in: list) {
        rows.apply($0)
        // A row that moves in a sorted list is reported as two changes: a move and an update.
        if told.isEmpty { told.reserveCapacity(2) }
        told.append($0)
      }
    }
    version = list.version
    if isKnown { return told.isEmpty ? nil : RowsUpdate(rows: rows, changes: told) }
    rows = RowList(order.rows(of: list))
    return RowsUpdate(rows: rows, changes: nil)
  }
}
