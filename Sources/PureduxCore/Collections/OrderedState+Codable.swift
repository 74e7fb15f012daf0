/// Coded as a plain list of the elements in their order.
extension OrderedState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

extension OrderedState: Decodable where Element: Decodable {
  /// Fails with the place and the id when two elements have the same one.
  public init(from decoder: any Decoder) throws {
    self.init()
    var list = try Self.list(of: decoder)
    while !list.isAtEnd {
      let path = decoder.codingPath + [Position(intValue: list.currentIndex)]
      let element = try list.decode(Element.self)
      if let older = index(id: element.id) {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: path,
            debugDescription: "The id \(element.id) is here and at position \(older); each id may be there only once."))
      }
      append(element)
    }
  }

  private static func list(of decoder: any Decoder) throws -> any UnkeyedDecodingContainer {
    do {
      return try decoder.unkeyedContainer()
    } catch {
      throw DecodingError.typeMismatch(
        Self.self,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "An ordered state is a list of its elements, and something else was found.",
          underlyingError: error))
    }
  }
}

private struct Position: CodingKey {
  let intValue: Int?
  var stringValue: String { "Index \(intValue ?? 0)" }

  init(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}
