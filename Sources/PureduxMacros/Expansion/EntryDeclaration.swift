/// A property with one of the macros, taken apart as far as its expansion needs.
struct EntryDeclaration: Equatable {
  /// An attribute or a modifier.
  struct Part: Equatable {
    /// As `available`, `MainActor` or `private`.
    let name: String
    /// As `@available(iOS 17, *)` or `private(set)`.
    let text: String
    let offset: Int
  }

  var attributes: [Part]
  var modifiers: [Part]
  /// Without back-ticks.
  var name: String
  var type: String?
  var initialValue: String
}
