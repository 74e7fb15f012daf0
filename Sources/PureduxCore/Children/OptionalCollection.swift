/// An optional as a collection of one element, or of none.
struct OptionalCollection<Element>: RandomAccessCollection {
  private let element: Element?

  init(_ element: Element?) { self.element = element }

  var startIndex: Int { 0 }
  var endIndex: Int { element == nil ? 0 : 1 }

  subscript(position: Int) -> Element {
    guard position == 0, let element else { preconditionFailure("an optional has one element at most") }
    return element
  }
}

extension OptionalCollection: Sendable where Element: Sendable {}
