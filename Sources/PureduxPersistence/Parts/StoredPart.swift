internal import Foundation
public import PureduxCollections

/// A part as read from a journal: the ranges of its contents, and methods to decode the contents.
@usableFromInline
struct StoredPart: Sendable {
  let image: JournalImage.Part
  /// The bytes that were read from the file.
  let bytes: Data

  @usableFromInline
  func value<Value: Decodable>(_ coding: PartCoding<Value>, _ format: any PersistenceFormat) throws -> Value {
    guard case .value(let place) = image.contents, let place else {
      throw JournalProblem.malformed("the part `\(image.name)` contains no value")
    }
    return try coding.decoder(of: image)(content(place), format)
  }

  @usableFromInline
  func elements<Element: Decodable & Identifiable>(
    _ coding: PartCoding<Element>, _ format: any PersistenceFormat
  ) throws -> OrderedState<Element> {
    guard case .elements(let list) = image.contents else {
      throw JournalProblem.malformed("the part `\(image.name)` contains no elements")
    }
    var elements: [Element] = []
    elements.reserveCapacity(list.count)
    if coding.version == image.version, let format = format as? any JoinableFormat {
      try decode(list, format, into: &elements)
    } else {
      let decode = try coding.decoder(of: image)
      try list.forEach { place throws(any Error) in elements.append(try decode(content(place), format)) }
    }
    let result = OrderedState(elements)
    guard result.count == elements.count else {
      throw JournalProblem.malformed("two elements of the part `\(image.name)` have the same id")
    }
    return result
  }

  /// Decodes elements in batches, with one decoder per batch instead of one decoder per element.
  private func decode<Element: Decodable>(
    _ list: ChunkedList<BytesPlace>, _ format: any JoinableFormat, into elements: inout [Element]
  ) throws {
    var (joined, count) = (Data(), 0)
    func decodeBatch() throws {
      joined.append(format.behindLast)
      let batch = try format.decode([Element].self, from: joined)
      guard batch.count == count else { throw JournalProblem.malformed("the bytes of one element are several values") }
      elements += batch
      joined.removeAll(keepingCapacity: true)
      count = 0
    }
    try list.forEach { place throws(any Error) in
      joined.append(count == 0 ? format.beforeFirst : format.between)
      joined.append(try content(place))
      count += 1
      if count == 512 { try decodeBatch() }
    }
    if count > 0 { try decodeBatch() }
  }

  private func content(_ place: BytesPlace) throws(JournalProblem) -> Data {
    guard place.isKnown, place.count > 0 else {
      throw .malformed("an element of the part `\(image.name)` has no content")
    }
    return bytes.content(place)
  }
}

extension Data {
  func content(_ place: BytesPlace) -> Data {
    let start = startIndex + Int(clamping: place.offset)
    return self[start..<start + Int(place.count)]
  }
}

/// Changes to a list, as read from a journal.
@usableFromInline
struct StoredChanges {
  /// The changed part, which provides the name and version for decoding.
  let part: JournalImage.Part
  let order: [OrderChange]
  let contents: [(position: Int, place: BytesPlace)]
  let bytes: Data

  /// Applies the changes to `list`. If the order is unchanged, elements are changed in place.
  @usableFromInline
  func apply<Element: Decodable & Identifiable>(
    to list: inout OrderedState<Element>, _ coding: PartCoding<Element>, _ format: any PersistenceFormat
  ) throws {
    let decode = try coding.decoder(of: part)
    let decoded = try contents.map { ($0.position, try decode(bytes.content($0.place), format)) }
    guard order.isEmpty else { return try applyOrder(to: &list, decoded) }
    for (position, element) in decoded {
      guard position < list.count else { throw JournalProblem.malformed("there is no element \(position)") }
      list[position] = element
    }
  }

  private func applyOrder<Element: Identifiable>(
    to list: inout OrderedState<Element>, _ decoded: [(position: Int, element: Element)]
  ) throws(JournalProblem) {
    var elements = ChunkedList<Element?>()
    for element in list { elements.append(element) }
    for change in order {
      guard change.isPossible(in: elements.count) else { throw .malformed("there is no place for \(change)") }
      change.apply(to: &elements, nil)
    }
    for (position, element) in decoded {
      guard position < elements.count else { throw .malformed("there is no element \(position)") }
      elements[position] = element
    }
    var all: [Element] = []
    all.reserveCapacity(elements.count)
    try elements.forEach { element throws(JournalProblem) in
      guard let element else { throw .malformed("an element has no content") }
      all.append(element)
    }
    let result = OrderedState(all)
    guard result.count == all.count else { throw .malformed("two elements have the same id") }
    list = result
  }
}

/// The current version of a part's values, and the conversions from older versions.
@usableFromInline
struct PartCoding<Value>: Sendable {
  let version: Int
  let migrations: [Migration<Value>]

  @usableFromInline
  init(version: Int, migrations: [Migration<Value>]) { (self.version, self.migrations) = (version, migrations) }
}

extension PartCoding where Value: Decodable {
  func decoder(
    of part: JournalImage.Part
  ) throws(JournalProblem) -> (Data, any PersistenceFormat) throws -> Value {
    if part.version == version { return { data, format in try format.decode(Value.self, from: data) } }
    guard let migration = migrations.first(where: { $0.version == part.version }) else {
      throw .otherVersion(part.version, part: part.name)
    }
    return migration.decodeUnversioned
  }
}

/// A format in which the bytes of several values can be joined into the bytes of an array.
protocol JoinableFormat: PersistenceFormat {
  var beforeFirst: UInt8 { get }
  var between: UInt8 { get }
  var behindLast: UInt8 { get }
}

extension JSONFormat: JoinableFormat {
  var beforeFirst: UInt8 { UInt8(ascii: "[") }
  var between: UInt8 { UInt8(ascii: ",") }
  var behindLast: UInt8 { UInt8(ascii: "]") }
}
