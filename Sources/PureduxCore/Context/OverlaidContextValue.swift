/// A value of the context whose parts are overlaid one by one. Any other value replaces the whole.
package protocol OverlaidContextValue: Sendable {
  /// Returns this value, with the parts of `below` that this one does not set.
  func overlaid(on below: any Sendable) -> any Sendable
}
