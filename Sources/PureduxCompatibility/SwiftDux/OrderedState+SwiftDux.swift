public import PureduxCore

extension OrderedState {
  /// The elements in the order in which they are written; of those with the same id, the last.
  @_disfavoredOverload
  @available(*, deprecated, message: "Write the elements in brackets: `[a, b, c]`, or `OrderedState([a, b, c])`.")
  public init(_ first: Element, _ others: Element...) { self.init([first] + others) }

  /// The elements in their order.
  @available(*, deprecated, renamed: "elements")
  public var values: [Element] { elements }

  /// The element with an id.
  @available(*, deprecated, message: "Use `[id: id]`.")
  public func value(forId id: Element.ID) -> Element? { self[id: id] }

  /// Removes the element with an id, if there is one.
  @available(*, deprecated, renamed: "remove(id:)")
  public mutating func remove(forId id: Element.ID) { remove(id: id) }
}

// Only for ids that are never taken for a position: a number in brackets is one.
extension OrderedState where Element.ID: StringProtocol {
  /// The element with an id; writing nil removes it, and writing a new one appends it.
  @available(*, deprecated, message: "Use `[id: id]`.")
  public subscript(id: Element.ID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
  }
}
