/// A store or a gate that ends with the element it was made for.
@usableFromInline
protocol GateMember: AnyObject, Sendable {
  func endAsAsked()
  func release()
}
