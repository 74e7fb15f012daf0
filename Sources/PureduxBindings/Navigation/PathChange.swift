/// A change that the user makes to a displayed path of screens by navigating back or forward.
///
/// A change contains the routes that the user left and entered, not the new path, so that applying the change does not
/// overwrite concurrent changes to the path.
///
/// ```swift
/// var path = ["list", "detail"]
/// path.apply(PathChange(from: ["list", "detail"], to: ["list"]))
/// ```
public struct PathChange<Route: Hashable & Sendable>: Sendable, Hashable {
  /// The routes that the user left, with the innermost route last.
  public let left: [Route]
  /// The routes that the user entered, in order.
  public let entered: [Route]
  /// The number of kept routes that are equal to the first route in `left`. A path may contain the same route more than
  /// once.
  fileprivate let equalRoutesBelow: Int

  /// Creates the change from the displayed path to the requested path.
  ///
  /// - Parameters:
  ///   - shown: The path on the screen.
  ///   - wanted: The path that the user requested, usually shorter than the displayed path.
  public init(from shown: [Route], to wanted: [Route]) {
    let common = zip(shown, wanted).prefix { $0 == $1 }.count
    left = Array(shown.dropFirst(common))
    entered = Array(wanted.dropFirst(common))
    let first = left.first
    equalRoutesBelow = shown.prefix(common).count { $0 == first }
  }
}

extension PathChange: Codable where Route: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    left = try container.decode([Route].self, forKey: .left)
    entered = try container.decode([Route].self, forKey: .entered)
    // The encoded form may lack `equalRoutesBelow`.
    equalRoutesBelow = try container.decodeIfPresent(Int.self, forKey: .equalRoutesBelow) ?? 0
  }
}

extension Array where Element: Hashable & Sendable {
  /// Removes the routes that the user left, and appends the routes that the user entered.
  ///
  /// All routes above the first removed route are also removed. If the first route that the user left has already been
  /// removed from the path, no routes are removed, even if an equal route remains further down.
  ///
  /// ```swift
  /// var path = [1, 2, 3]
  /// path.apply(PathChange(from: [1, 2, 3], to: [1]))
  /// ```
  ///
  /// - Parameter change: The user's change to the displayed path.
  public mutating func apply(_ change: PathChange<Element>) {
    let equalRoutes = indices.filter { self[$0] == change.left.first }
    if equalRoutes.indices.contains(change.equalRoutesBelow) {
      removeSubrange(equalRoutes[change.equalRoutesBelow]...)
    }
    append(contentsOf: change.entered)
  }
}
