public import PureduxCollections

extension OrderedState {
  /// Creates a collection of these elements, in order. If several elements have the same id, only the last is kept.
  @_disfavoredOverload
  @available(*, deprecated, message: "Write the elements in brackets: `[a, b, c]`, or `OrderedState([a, b, c])`.")
  public init(_ first: Element, _ others: Element...) { self.init([first] + others) }

  /// The elements in order.
  @available(*, deprecated, renamed: "elements")
  public var values: [Element] { elements }

  /// Inserts an element at the beginning.
  @available(*, deprecated, message: "Use `insert(_:at:)` with 0.")
  public mutating func prepend(_ element: Element) { insert(element, at: 0) }

  /// The element with the given id.
  @available(*, deprecated, message: "Use `[id: id]`.")
  public func value(forId id: Element.ID) -> Element? { self[id: id] }

  /// Removes the element with the given id, if any.
  @available(*, deprecated, renamed: "remove(id:)")
  public mutating func remove(forId id: Element.ID) { remove(id: id) }
}

// Available only for string ids, because an integer in brackets could be mistaken for an index.
extension OrderedState where Element.ID: StringProtocol {
  /// The element with the given id. Setting nil removes the element; setting an element with a new id appends that
  /// element.
  @available(*, deprecated, message: "Use `[id: id]`.")
  public subscript(id: Element.ID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
  }
}
