/// The differences between two values, as readable text.
///
/// Each difference shows the path of a part, and the part's old (`-`) and new (`+`) values:
///
/// ```
/// user.name
///   - "Ann"
///   + "Bob"
/// items[2]
///   + Item(id: 3)
/// ```
///
/// Values of any type are supported. `Equatable` values are compared with their own `==`, other values part by part,
/// and objects that are not `Equatable` by identity. Closures of the same type are always treated as equal. Values may
/// be nested to any depth; paths and texts are truncated beyond a readable depth.
public struct Difference: Sendable, Hashable, CustomStringConvertible {
  /// A difference in one part.
  public struct Change: Sendable, Hashable {
    /// The path from the outermost value, for example `user.name` or `items[2]`; empty for the whole value.
    public let path: String
    /// The text of the old value; nil if the part was added.
    public let before: String?
    /// The text of the new value; nil if the part was removed.
    public let after: String?
  }

  /// The differences, in the order of the parts.
  public let changes: [Change]

  /// Creates the difference between two values, or returns nil if they are equal.
  public init?<Value>(from before: Value, to after: Value) {
    var comparison = Comparison()
    comparison.run(before, after)
    guard !comparison.changes.isEmpty else { return nil }
    changes = comparison.changes
  }

  private init(changes: [Change]) { self.changes = changes }

  /// Returns the differences without those that `shown` contains, which are removed from `shown`; nil if none is left.
  ///
  /// A difference in a part of a value looks the same in the part and in the value, except for the path: each shown
  /// difference is removed once, from the path that ends most like its own.
  package func removing(_ shown: inout [Change]) -> Difference? {
    var left = changes
    for (position, change) in shown.enumerated().reversed() {
      let equal = left.indices.filter { left[$0].before == change.before && left[$0].after == change.after }
      func likeness(_ index: Int) -> Int {
        zip(left[index].path.utf8.reversed(), change.path.utf8.reversed()).prefix { $0 == $1 }.count
      }
      guard let index = equal.max(by: { likeness($0) < likeness($1) }) else { continue }
      left.remove(at: index)
      shown.remove(at: position)
    }
    return left.isEmpty ? nil : Difference(changes: left)
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

/// A value with derived parts, which tools display after the parts of the value's mirror. Comparisons ignore derived
/// parts.
package protocol AnnotatedValue {
  /// The names and values of the derived parts.
  var annotations: [(name: String, value: Any)] { get }
  /// A short description, which tools display instead of the value's shortened text.
  var summary: String { get }
}
