/// A value of the context with parts that are overlaid one by one, where another value replaces the whole.
package protocol OverlaidContextValue: Sendable {
  /// This value, with what `below` says where this says nothing.
  func overlaid(on below: any Sendable) -> any Sendable
}
