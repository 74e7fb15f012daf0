/// A change that is shown before the server has confirmed it.
///
/// It is data: it is saved with the state, replayed, and sent by a store.
///
/// ```swift
/// struct Like: PendingChange, Codable {
///   let product: Product.ID
///   let isLiked: Bool
///
///   var keys: [Product.ID] { [product] }
///   func apply(to product: inout Product, of key: Product.ID) { product.isLiked = isLiked }
/// }
/// ```
///
/// Where several kinds of changes touch the same values, make them the cases of one enum.
public protocol PendingChange<Key, Value>: Sendable {
  /// The name of a value at the server.
  associatedtype Key: Hashable & Sendable
  /// The answer of the server for a key, which changes edit.
  associatedtype Value: Sendable
  /// The entries that it changes. The first one names the lane, in which changes are sent one after another.
  var keys: [Key] { get }
  /// Changes what is shown. It is applied again whenever the confirmed value is another one, so it says what is to be,
  /// and not by how much.
  func apply(to value: inout Value, of key: Key)
}

/// The change of values that are only fetched: there is none.
public enum NoChange<Key: Hashable & Sendable, Value: Sendable>: PendingChange, Codable {
  public var keys: [Key] { switch self {} }
  public func apply(to value: inout Value, of key: Key) { switch self {} }

  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "There are no changes."))
  }

  public func encode(to encoder: any Encoder) throws { switch self {} }
}

/// Thrown by the code that sends a change: the server will never take it, so it is taken back.
public struct Refused: Error, Sendable {
  /// Makes the error; the server's reason is not kept.
  public init() {}
}
