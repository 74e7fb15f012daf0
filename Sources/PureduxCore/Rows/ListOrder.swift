/// All elements, in the order of the collection.
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
