/// An attribute or a modifier of a declaration, or a line of `#if`, `#else` or `#endif` between its attributes.
struct DeclarationPart: Equatable {
  /// For example `available`, `MainActor`, `private` or `#if`.
  let name: String
  /// For example `@available(iOS 17, *)`, `private(set)` or `#if DEBUG`.
  let text: String
  let offset: Int

  var isCondition: Bool { name.hasPrefix("#") }

  /// The condition of `#if` under which the language has a declaration with an attribute such as
  /// `@available(swift, introduced: 5.5, obsoleted: 6)`. Nil if the attribute names no such version.
  var languageCondition: String? {
    guard name == "available", let start = text.firstIndex(of: "(") else { return nil }
    // A message may come after the versions.
    let arguments = text[start...].dropFirst().prefix { $0 != "\"" && $0 != ")" }.split(separator: ",")
    let words = arguments.map { $0.filter { !$0.isWhitespace } }
    guard let first = words.first, first.hasPrefix("swift") else { return nil }
    var conditions = first == "swift" ? [] : ["swift(>=\(first.dropFirst(5)))"]
    for word in words.dropFirst() {
      if word.hasPrefix("introduced:") { conditions.append("swift(>=\(word.dropFirst(11)))") }
      if word.hasPrefix("obsoleted:") { conditions.append("swift(<\(word.dropFirst(10)))") }
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }
}

extension [DeclarationPart] {
  /// The access modifier among these modifiers, without that of a setter.
  var accessLevel: String? {
    let levels = ["public", "package", "internal", "fileprivate", "private"]
    return first { levels.contains($0.text) }?.name
  }
}
