/// What the user did to a path of screens, as it was shown: went back, or went on.
///
/// It names the routes and not the new path, so that a path which was changed meanwhile is not overwritten: a route
/// that has left already does not leave twice.
///
/// ```swift
/// var path = ["list", "detail"]
/// path.apply(PathChange(from: ["list", "detail"], to: ["list"]))
/// ```
public struct PathChange<Route: Hashable & Sendable>: Sendable, Hashable {
  /// The routes that the user left, the innermost last.
  public let left: [Route]
  /// The routes that the user went to, in this order.
  public let entered: [Route]

  /// The change from a path that was shown to the one that the user asked for.
  ///
  /// - Parameters:
  ///   - shown: The path on the screen.
  ///   - wanted: The path that the user asked for, mostly one with fewer elements.
  public init(from shown: [Route], to wanted: [Route]) {
    let common = zip(shown, wanted).prefix { $0 == $1 }.count
    left = Array(shown.dropFirst(common))
    entered = Array(wanted.dropFirst(common))
  }
}

extension PathChange: Codable where Route: Codable {}

extension Array where Element: Hashable & Sendable {
  /// Takes away the routes that the user left, with all that is above them, and adds those that the user went to.
  ///
  /// Where the first of the routes that the user left is not in the path any more, nothing is taken away.
  ///
  /// ```swift
  /// var path = [1, 2, 3]
  /// path.apply(PathChange(from: [1, 2, 3], to: [1]))
  /// ```
  ///
  /// - Parameter change: What the user did to the path as it was shown.
  public mutating func apply(_ change: PathChange<Element>) {
    if let first = change.left.first, let position = lastIndex(of: first) { removeSubrange(position...) }
    append(contentsOf: change.entered)
  }
}
