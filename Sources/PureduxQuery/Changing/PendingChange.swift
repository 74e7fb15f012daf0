/// A change that is displayed before the server has confirmed it.
///
/// A change is data: it is saved with the state, replayed, and sent by a store.
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
/// If several kinds of changes affect the same values, make them the cases of one enum.
public protocol PendingChange<Key, Value>: Sendable {
  /// The key of a value on the server.
  associatedtype Key: Hashable & Sendable
  /// The server's answer for a key, which changes edit.
  associatedtype Value: Sendable
  /// The changed entries. The first key identifies the lane; changes of a lane are sent one after another.
  var keys: [Key] { get }
  /// Applies the change to the displayed value. It is applied again whenever the confirmed value changes, so it should
  /// set a result instead of adding to the value.
  func apply(to value: inout Value, of key: Key)
}

/// The change type of values that are only fetched: it has no values.
public enum NoChange<Key: Hashable & Sendable, Value: Sendable>: PendingChange, Codable {
  public var keys: [Key] { switch self {} }
  public func apply(to value: inout Value, of key: Key) { switch self {} }

  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "There are no changes."))
  }

  public func encode(to encoder: any Encoder) throws { switch self {} }
}

/// An error thrown when sending: the server will never accept the change, so it is reverted.
public struct Refused: Error, Sendable {
  /// Creates the error; the server's reason is not stored.
  public init() {}
}
