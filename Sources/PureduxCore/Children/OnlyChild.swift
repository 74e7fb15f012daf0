/// The identity of the child of an optional or of a case: there is one at most.
public struct OnlyChild: Hashable, @unchecked Sendable {
  // SAFETY: the identity of a value that is Sendable itself. It is a constant, and is only compared.
  private let identity: AnyHashable?

  /// Where a value says its identity, another one is another child.
  @usableFromInline init(of element: some Sendable) {
    identity = (element as? any Identifiable).map { Self.identity(of: $0) }
  }

  /// Makes the identity of a value that says none.
  @usableFromInline init() { identity = nil }

  private static func identity(of element: some Identifiable) -> AnyHashable { AnyHashable(element.id) }
}
