/// A name that answers share, so that one call invalidates all of them.
///
/// ```swift
/// let tags: [QueryTag] = ["products", QueryTag("category", 7)]
/// ```
public struct QueryTag: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// What the tags of a kind are called.
  public let name: String
  /// Tells tags of the same name apart.
  public let id: String?

  /// Makes a tag, for example for one category of products.
  public init(_ name: String, _ id: (some CustomStringConvertible)? = String?.none) {
    self.name = name
    self.id = id.map { $0.description }
  }

  public init(stringLiteral name: String) { self.init(name) }
}
