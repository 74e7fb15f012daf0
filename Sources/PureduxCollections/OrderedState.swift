/// A collection of identified values in an order, with access by id in constant time.
///
/// Finding, changing and appending an element takes the same time however many there are. Inserting, removing or moving an
/// element elsewhere moves those behind it, or, in a large collection, plain numbers that stand for them. No two elements have the same id: an element that is put in replaces an older one.
///
/// ```swift
/// var items: OrderedState = [Item(id: 1), Item(id: 2)]
/// items[id: 2]?.title = "Buy milk"
/// items.remove(id: 1)
/// ```
///
/// It carries a ``Version`` and knows its latest changes, so that whoever shows it need not compare it:
///
/// ```swift
/// var items: OrderedState = [Item(id: 1), Item(id: 2)]
/// let before = items.version
/// items[id: 2]?.title = "Buy milk"
/// print(items.changes(since: before) ?? [])  // [updated(2, at: 1)]
/// ```
///
/// Equality and hashing look at the elements and their order.
@frozen
public struct OrderedState<Element: Identifiable> {
  /// The elements: in their order where there is no arrangement. In it, "slot" is where an element stands here.
  @usableFromInline var storage: [Element]
  /// Finds slots.
  @usableFromInline var table: PositionTable
  @usableFromInline var arrangement: Arrangement?
  @usableFromInline var journal: ChangeJournal<Element.ID>
  /// What takes back the changes, while somebody asks for it.
  @usableFromInline var recording: ElementRecording<Element>?

  /// The elements in their order, as an array.
  ///
  /// It shares this value's memory, unless elements of a large collection were inserted, removed or moved in its middle:
  /// then it is a copy. Iterating over the collection itself copies nothing.
  @inlinable public var elements: [Element] {
    guard let arrangement else { return storage }
    return arrangement.slots.map { storage[Int($0)] }
  }

  /// Starts with no element.
  public init() {
    storage = []
    table = PositionTable()
    arrangement = nil
    journal = ChangeJournal()
    recording = nil
  }

  /// The elements in their order; of those with the same id, the last.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    replaceAll(with: Array(elements))
  }

  /// The position of the element with an id.
  @inlinable
  public func index(id: Element.ID) -> Int? {
    slot(id: id).map { position(ofSlot: $0) }
  }

  /// The position of the element with an id, which is looked up only where it is not at the expected one.
  @inlinable
  package func index(id: Element.ID, expectedAt position: Int) -> Int? {
    indices.contains(position) && storage[slot(at: position)].id == id ? position : index(id: id)
  }

  /// Whether there is an element with this id.
  @inlinable
  public func contains(id: Element.ID) -> Bool { slot(id: id) != nil }

  /// The element with an id, changed in place; writing nil removes it, and writing a new one appends it.
  ///
  /// An element that changes its id keeps its position, and an older element with that id goes.
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get { slot(id: id).map { storage[$0] } }
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

  /// The element at a position, changed in place.
  ///
  /// An element that changes its id keeps its position, and an older element with that id goes.
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
  /// Whether the elements and their order are equal. Two copies of which none was changed are not compared.
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
  /// The elements, as those of an array.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}

extension OrderedState: Versioned {
  /// Names the elements and their order; new after each change. Writing to an element counts, whatever was written.
  @inlinable public var version: Version { journal.version }

  /// What happened since this value, or one that it was made from, had `version`; oldest first.
  ///
  /// Applied to the contents of that version, the changes give the present order, and tell which elements have other
  /// contents. 64 changes are kept, and none across a sort or another change of everything at once. Within the turn of
  /// a store, and for those who observe it, there may be more: up to about an eighth of the elements. An element may
  /// be told several times, and may be removed later in the list.
  ///
  /// ```swift
  /// var items: OrderedState = [Item(id: 1)]
  /// let before = items.version
  /// items.append(Item(id: 2))
  /// print(items.changes(since: before) ?? [])  // [inserted(2, at: 1)]
  /// ```
  ///
  /// - Parameter version: One that was read before.
  /// - Returns: No changes where `version` is the present one; nil where it is too long ago, or not in this value's past:
  ///   then everything may have changed.
  public func changes(since version: Version) -> [ElementChange<Element.ID>]? {
    var changes: [ElementChange<Element.ID>] = []
    return forEachChange(since: version) { changes.append($0) } ? changes : nil
  }

  /// Calls `body` with each change since a version, and allocates nothing. Returns false where they are not known.
  @inlinable
  package func forEachChange(since version: Version, _ body: (ElementChange<Element.ID>) -> Void) -> Bool {
    journal.forEach(since: version) { body($0.change) }
  }
}

/// Coded as a plain list of the elements in their order.
extension OrderedState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

extension OrderedState: Decodable where Element: Decodable {
  /// Fails with the place and the id when two elements have the same one.
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
            debugDescription: "The id \(element.id) is here and at position \(older); each id may be there only once."))
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
          debugDescription: "An ordered state is a list of its elements, and something else was found.",
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
