/// A property with one of the macros, taken apart as far as its expansion needs.
struct EntryDeclaration: Equatable {
  /// An attribute, a modifier, or a line of a condition that attributes stand under.
  struct Part: Equatable {
    /// As `available`, `MainActor`, `private` or `#if`.
    let name: String
    /// As `@available(iOS 17, *)`, `private(set)` or `#if DEBUG`.
    let text: String
    let offset: Int

    var isCondition: Bool { name.hasPrefix("#") }
  }

  var attributes: [Part]
  var modifiers: [Part]
  /// Without back-ticks.
  var name: String
  var type: String?
  var initialValue: String
}
