/// An optional as a collection of one element, or of none.
@frozen
@usableFromInline
struct OptionalCollection<Element>: RandomAccessCollection {
  @usableFromInline let element: Element?

  @inlinable init(_ element: Element?) { self.element = element }

  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { element == nil ? 0 : 1 }

  @inlinable
  subscript(position: Int) -> Element {
    guard position == 0, let element else { preconditionFailure("an optional has one element at most") }
    return element
  }
}

extension OptionalCollection: Sendable where Element: Sendable {}
