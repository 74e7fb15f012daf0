/// What distinguishes two values, in words that a person can read.
///
/// Each place that differs is named by its path, with the value before (`-`) and after (`+`):
///
/// ```
/// user.name
///   - "Ann"
///   + "Bob"
/// items[2]
///   + Item(id: 3)
/// ```
///
/// Works on any type. What is `Equatable` is compared by its own `==`, the rest part by part;
/// objects that are not `Equatable` by identity, and two closures count as the same.
public struct Difference: Sendable, Hashable, CustomStringConvertible {
  /// One place that differs.
  public struct Change: Sendable, Hashable {
    /// Where, from the outermost value: `user.name`, `items[2]`; empty for the value as a whole.
    public let path: String
    /// The value there before, as text; nil when there was none.
    public let before: String?
    /// The value there after, as text; nil when there is none.
    public let after: String?
  }

  /// The places that differ, in the order of the values' own parts.
  public let changes: [Change]

  /// Nil when the values are the same.
  public init?<Value>(from before: Value, to after: Value) {
    var comparison = Comparison()
    comparison.compare(before, after, at: "")
    guard !comparison.changes.isEmpty else { return nil }
    changes = comparison.changes
  }

  public var description: String {
    changes.map { change in
      let path = change.path.isEmpty ? [] : [change.path]
      let indent = change.path.isEmpty ? "" : "  "
      let values = [change.before.map { "\(indent)- \($0)" }, change.after.map { "\(indent)+ \($0)" }]
      return (path + values.compactMap { $0 }).joined(separator: "\n")
    }
    .joined(separator: "\n")
  }
}
