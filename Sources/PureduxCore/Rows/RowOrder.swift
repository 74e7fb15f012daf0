/// Which elements of an ordered state are rows, and in which order; follows the changes of the collection.
@usableFromInline
protocol RowOrder<Element>: Sendable {
  associatedtype Element: Identifiable & Sendable where Element.ID: Sendable

  /// Makes the rows of a whole collection.
  mutating func rows(of list: OrderedState<Element>) -> [Element.ID]

  /// Follows one change that led to `list`, which may be later ones' too, and tells what it changed in the rows.
  mutating func follow(
    _ change: ElementChange<Element.ID>, in list: OrderedState<Element>, _ tell: (ElementChange<Element.ID>) -> Void)
}
