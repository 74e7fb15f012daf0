/// A name that several answers share, so that a single call invalidates all of them.
///
/// ```swift
/// let tags: [QueryTag] = ["products", QueryTag("category", 7)]
/// ```
public struct QueryTag: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The name of a kind of tags.
  public let name: String
  /// Distinguishes tags with the same name.
  public let id: String?

  /// Creates a tag, for example for one category of products.
  public init(_ name: String, _ id: (some CustomStringConvertible)? = String?.none) {
    self.name = name
    self.id = id.map { $0.description }
  }

  public init(stringLiteral name: String) { self.init(name) }
}
