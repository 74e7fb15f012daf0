/// The elements that satisfy a condition, in the order of a key; those with equal keys in the order in which they came.
@usableFromInline
@frozen
struct SortedOrder<Element: Identifiable & Sendable, Key: Comparable & Sendable>: RowOrder where Element.ID: Sendable {
  /// What a row is sorted by: the key, then the number that it was given when it came.
  @usableFromInline
  @frozen
  struct Place: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let number: Int

    @inlinable
    init(key: Key, number: Int) { (self.key, self.number) = (key, number) }

    @inlinable
    func isBefore(_ other: Place) -> Bool { key < other.key || key == other.key && number < other.number }
  }

  @usableFromInline let isIncluded: @Sendable (Element) -> Bool
  @usableFromInline let key: @Sendable (Element) -> Key
  /// The places of the rows, in their order.
  @usableFromInline var places = ChunkedArray<Place>()
  /// The place of each row. The element of before, from which the old key could be read, no longer exists.
  @usableFromInline var known: [Element.ID: Place] = [:]
  @usableFromInline var next = 0

  @inlinable
  init(where isIncluded: @escaping @Sendable (Element) -> Bool, by key: @escaping @Sendable (Element) -> Key) {
    self.isIncluded = isIncluded
    self.key = key
  }

  @inlinable
  mutating func rows(of list: OrderedState<Element>) -> [Element.ID] {
    var rows: [(place: Place, id: Element.ID)] = []
    for element in list.elements where isIncluded(element) {
      rows.append((Place(key: key(element), number: rows.count), element.id))
    }
    next = rows.count
    known = Dictionary(rows.lazy.map { ($0.id, $0.place) }) { $1 }
    rows.sort { $0.place.isBefore($1.place) }
    places = ChunkedArray(rows.lazy.map(\.place))
    return rows.map(\.id)
  }

  @inlinable
  mutating func follow(
    _ change: ElementChange<Element.ID>, in list: OrderedState<Element>, _ tell: (ElementChange<Element.ID>) -> Void
  ) {
    let id = change.id
    let new = list[id: id].flatMap { isIncluded($0) ? key($0) : nil }
    switch (known[id], new) {
    case (nil, nil): break
    case (let old?, nil):
      known[id] = nil
      tell(.removed(id, at: remove(old)))
    case (nil, let key?):
      let place = Place(key: key, number: next)
      next += 1
      known[id] = place
      tell(.inserted(id, at: insert(place)))
    case (let old?, let key?) where old.key == key:
      if case .moved = change { break }
      tell(.updated(id, at: row(of: old)))
    case (let old?, let key?):
      let place = Place(key: key, number: old.number)
      known[id] = place
      let (from, to) = (remove(old), insert(place))
      if from != to { tell(.moved(id, from: from, to: to)) }
      tell(.updated(id, at: to))
    }
  }

  @inlinable
  func row(of place: Place) -> Int {
    let row = places.position { $0.isBefore(place) }
    if row < places.count, places[row].number == place.number { return row }
    // Keys without an order, as numbers that are not a number, are found by looking at each.
    return (0..<places.count).first { places[$0].number == place.number } ?? row
  }

  @inlinable
  mutating func insert(_ place: Place) -> Int {
    let row = places.position { $0.isBefore(place) }
    places.insert(place, at: row)
    return row
  }

  @inlinable
  mutating func remove(_ place: Place) -> Int {
    let row = row(of: place)
    places.remove(at: row)
    return row
  }
}
