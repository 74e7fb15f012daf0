// No other file in this module imports Foundation. FoundationEssentials is sufficient where it is available.
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import PureduxCollections

extension OrderedState where Element.ID == UUID {
  /// The element with the given id. Setting nil removes the element; setting an element for a new id appends the
  /// element.
  @available(*, deprecated, message: "Use `[id: id]`.")
  public subscript(id: UUID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
  }
}
