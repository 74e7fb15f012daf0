public import PureduxCore

/// An ordered collection of identified values, with constant-time access by id.
///
/// Finding, changing or appending an element takes constant time. Moving an element takes O(n) time, and so does
/// inserting or removing an element before the end. In a large collection, these operations shift integers that
/// represent the elements instead of the elements themselves. Ids are unique: inserting an element removes any existing
/// element with the same id.
///
/// ```swift
/// var items: OrderedState = [Item(id: 1), Item(id: 2)]
/// items[id: 2]?.title = "Buy milk"
/// items.remove(id: 1)
/// ```
///
/// The collection has a `Version` and tracks its latest changes, so that a view does not have to compare the
/// elements:
///
/// ```swift
/// var items: OrderedState = [Item(id: 1), Item(id: 2)]
/// let before = items.version
/// items[id: 2]?.title = "Buy milk"
/// print(items.changes(since: before) ?? [])  // [updated(2, at: 1)]
/// ```
///
/// Equality and hashing are based on the elements and their order.
@frozen
public struct OrderedState<Element: Identifiable> {
  /// The elements, in logical order unless there is an arrangement. A *slot* is an index in this array.
  @usableFromInline var storage: [Element]
  /// A hash table that maps ids to slots.
  @usableFromInline var table: PositionTable
  @usableFromInline var arrangement: Arrangement?
  @usableFromInline var journal: ChangeJournal<Element.ID>
  /// The reversals of changes, while a recording is in progress.
  @usableFromInline var recording: ElementRecording<Element>?

  /// The elements in order, as an array.
  ///
  /// The array shares this collection's memory. If elements in the middle of a large collection were inserted, removed
  /// or moved, the array may be a copy instead. Iterating over the collection itself never copies.
  @inlinable public var elements: [Element] {
    guard let arrangement else { return storage }
    return arrangement.order.map { storage[Int($0)] }
  }

  /// Creates an empty collection.
  public init() {
    storage = []
    table = PositionTable()
    arrangement = nil
    journal = ChangeJournal()
    recording = nil
  }

  /// Creates a collection of the elements, in order. If several elements have the same id, the last one is kept.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    replaceAll(with: Array(elements))
  }

  /// Returns the position of the element with this id, or nil if there is no such element.
  @inlinable
  public func index(id: Element.ID) -> Int? {
    guard let slot = slot(id: id) else { return nil }
    return position(ofSlot: slot)
  }

  /// Returns whether there is an element with this id.
  @inlinable
  public func contains(id: Element.ID) -> Bool { slot(id: id) != nil }

  /// Accesses the element with this id, and allows changing it in place. Setting nil removes the element; setting an
  /// element that is not in the collection appends it.
  ///
  /// An element whose id changes keeps its position, and replaces any other element with the new id.
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get {
      guard let slot = slot(id: id) else { return nil }
      return storage[slot]
    }
    _modify {
      if let slot = Self.slot(id: id, in: table, storage) {
        if recording != nil { recordEdit(in: slot) }
        var element: Element? = take(at: slot)
        defer { putBack(&element, at: slot, takenAs: id) }
        yield &element
      } else {
        var element: Element?
        defer { if let element { append(element) } }
        yield &element
      }
    }
  }
}

extension OrderedState: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { storage.endIndex }
  // The defaults compute a distance of indices. In code that is not specialized, that looks up five types.
  @inlinable public var count: Int { storage.count }
  @inlinable public var isEmpty: Bool { storage.isEmpty }

  /// Accesses the element at this position, and allows changing it in place.
  ///
  /// An element whose id changes keeps its position, and replaces any other element with the new id.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage[slot(at: position)] }
    _modify {
      let slot = slot(at: position)
      let id = storage[slot].id
      if recording != nil { recordEdit(in: slot) }
      defer { noteEdit(in: slot, at: position, of: id) }
      yield &storage[slot]
    }
  }
}

extension OrderedState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension OrderedState: Sendable where Element: Sendable, Element.ID: Sendable {}

extension OrderedState: Equatable where Element: Equatable {
  /// Returns whether two collections contain equal elements in the same order. If the versions are equal, the elements
  /// are not compared.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.version == rhs.version { return true }
    if lhs.arrangement == nil, rhs.arrangement == nil { return lhs.storage == rhs.storage }
    return lhs.elementsEqual(rhs)
  }
}

extension OrderedState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension OrderedState: CustomStringConvertible {
  public var description: String { elements.description }
}

extension OrderedState: CustomReflectable {
  /// A mirror of the elements, like an array's mirror.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}

extension OrderedState: VersionedList {
  /// A version that identifies the elements and their order. Each change creates a new version, even if an element is
  /// replaced with an equal element.
  @inlinable public var version: Version { journal.version }

  @inlinable
  public func index(id: Element.ID, expectedAt position: Int) -> Int? {
    indices.contains(position) && storage[slot(at: position)].id == id ? position : index(id: id)
  }

  @inlinable
  public func withElement<Result>(at position: Int, _ body: (UnsafePointer<Element>) -> Result) -> Result {
    precondition(indices.contains(position), "there is no such position")
    // SAFETY: the position is valid, so there is a base address. Callers use the pointer only during the call.
    return storage.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped + slot(at: position)) }
  }

  /// Calls `body` with each change since a version, without allocating.
  @inlinable
  public func forEachChange(since version: Version, _ body: (ElementChange<Element.ID>) -> Void) -> Bool {
    journal.forEach(since: version) { body($0.change) }
  }

  /// Returns the changes since `version`, oldest first.
  ///
  /// Applying the changes to the order at `version` yields the current order. Elements that may have been edited are
  /// listed as updates. The collection keeps up to 64 changes, or fewer if it has fewer elements. Sorting the
  /// collection, or otherwise changing the collection as a whole, discards the tracked changes. During a turn of a
  /// store, including the calls to the observers, the limit rises to about an eighth of the element count. An element
  /// may occur in several changes, and may be removed by a later change.
  ///
  /// ```swift
  /// var items: OrderedState = [Item(id: 1)]
  /// let before = items.version
  /// items.append(Item(id: 2))
  /// print(items.changes(since: before) ?? [])  // [inserted(2, at: 1)]
  /// ```
  ///
  /// - Parameter version: A version of this collection that was read earlier.
  /// - Returns: The changes; empty if `version` is the current version; nil if `version` is too old or is not an
  ///   earlier version of this collection. A nil result means that everything may have changed.
  public func changes(since version: Version) -> [ElementChange<Element.ID>]? {
    var changes: [ElementChange<Element.ID>] = []
    return forEachChange(since: version) { changes.append($0) } ? changes : nil
  }
}

/// An ordered state is encoded as an array of its elements, in order.
extension OrderedState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

extension OrderedState: Decodable where Element: Decodable {
  /// Throws an error if two elements have the same id; the error contains the id and the index.
  public init(from decoder: any Decoder) throws {
    self.init()
    var list = try Self.list(of: decoder)
    while !list.isAtEnd {
      let path = decoder.codingPath + [Position(intValue: list.currentIndex)]
      let element = try list.decode(Element.self)
      if let older = index(id: element.id) {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: path,
            debugDescription: "The id \(element.id) also occurs at position \(older); each id may occur only once."))
      }
      append(element)
    }
  }

  private static func list(of decoder: any Decoder) throws -> any UnkeyedDecodingContainer {
    do {
      return try decoder.unkeyedContainer()
    } catch {
      throw DecodingError.typeMismatch(
        Self.self,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "An ordered state is decoded from a list of its elements.",
          underlyingError: error))
    }
  }
}

private struct Position: CodingKey {
  let intValue: Int?
  var stringValue: String { "Index \(intValue ?? 0)" }

  init(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}
