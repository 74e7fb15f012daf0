/// An attribute or a modifier of a declaration, or a line of `#if`, `#else` or `#endif` between its attributes.
struct DeclarationPart: Equatable {
  /// For example `available`, `MainActor`, `private` or `#if`.
  let name: String
  /// For example `@available(iOS 17, *)`, `private(set)` or `#if DEBUG`.
  let text: String
  let offset: Int

  var isCondition: Bool { name.hasPrefix("#") }
}

extension [DeclarationPart] {
  /// The access modifier among these modifiers, without that of a setter.
  var accessLevel: String? {
    let levels = ["public", "package", "internal", "fileprivate", "private"]
    return first { levels.contains($0.text) }?.name
  }
}
