/// An attribute or a modifier of a declaration, or a line of `#if`, `#else` or `#endif` between its attributes.
struct DeclarationPart: Equatable {
  /// For example `available`, `MainActor`, `private` or `#if`.
  let name: String
  /// For example `@available(iOS 17, *)`, `private(set)` or `#if DEBUG`.
  let text: String
  let offset: Int

  var isCondition: Bool { name.hasPrefix("#") }
}
