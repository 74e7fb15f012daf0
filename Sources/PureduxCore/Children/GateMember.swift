/// A store that ends with the element it was made for.
@usableFromInline
protocol GateMember: AnyObject, Sendable {
  /// Ends observers and work. Nobody is reported for it: the element has left.
  func closeWithElement()
}

extension Audience: GateMember {
  @usableFromInline
  func closeWithElement() { close() }
}
