extension UndoPart {
  /// A small value, which is kept as it was where a change left another one.
  ///
  /// It is compared before and after each change, and kept as a whole. Use `elements` for what is large.
  ///
  /// - Parameters:
  ///   - name: Stands for the part in a saved history.
  ///   - path: Leads to the property of the document.
  ///   - size: About how many bytes a value takes on the heap, for a limit in bytes.
  /// - Returns: A part whose changes are saved with the history.
  @inlinable
  public static func value<Value: Equatable & Codable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Document, Value> & Sendable,
    size: @escaping @Sendable (_ value: Value) -> Int = { _ in 0 }
  ) -> UndoPart { part(name, path, size, PartCoding()) }

  /// A small value that cannot be saved.
  ///
  /// A saved history begins after the last change of such a part.
  ///
  /// - Parameters:
  ///   - name: Stands for the part.
  ///   - path: Leads to the property of the document.
  ///   - size: About how many bytes a value takes on the heap, for a limit in bytes.
  @inlinable
  public static func value<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Document, Value> & Sendable,
    size: @escaping @Sendable (_ value: Value) -> Int = { _ in 0 }
  ) -> UndoPart { part(name, path, size, nil) }

  @inlinable
  static func part<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Document, Value> & Sendable,
    _ size: @escaping @Sendable (Value) -> Int, _ coding: PartCoding<Value>?
  ) -> UndoPart {
    let part = ValuePart<Document, Value>(name: name, path: path, size: size, coding: coding)
    let begin: @Sendable (inout Document) -> EndOfRecording<Document> = { document in
      let old = document[keyPath: path]
      return { (document: inout Document) -> PartRecord<Document> in
        document[keyPath: path] == old ? .unchanged : .changed(ValueChange(place: part, old: old))
      }
    }
    guard let coding else { return UndoPart(name: name, begin: begin, decode: nil) }
    return UndoPart(name: name, begin: begin) { ValueChange(place: part, old: try coding.decode($0)) }
  }
}

/// Where the value is. Made once for a part.
@usableFromInline
final class ValuePart<Document, Value: Equatable & Sendable>: Sendable {
  let name: String
  let path: any WritableKeyPath<Document, Value> & Sendable
  let size: @Sendable (Value) -> Int
  let coding: PartCoding<Value>?

  @usableFromInline
  init(
    name: String, path: any WritableKeyPath<Document, Value> & Sendable, size: @escaping @Sendable (Value) -> Int,
    coding: PartCoding<Value>?
  ) {
    (self.name, self.path, self.size, self.coding) = (name, path, size, coding)
  }
}

/// The value that a part had before a change.
@usableFromInline
struct ValueChange<Document, Value: Equatable & Sendable>: PartChange {
  let place: ValuePart<Document, Value>
  let old: Value

  @usableFromInline
  init(place: ValuePart<Document, Value>, old: Value) { (self.place, self.old) = (place, old) }

  @usableFromInline var part: String { place.name }
  @usableFromInline var bytes: Int { 32 + MemoryLayout<Value>.stride + place.size(old) }
  @usableFromInline var isCodable: Bool { place.coding != nil }

  @usableFromInline
  func revert(_ document: inout Document) { document[keyPath: place.path] = old }

  /// The first value is what the part is to have again.
  @usableFromInline
  mutating func join(_ later: any PartChange<Document>) -> Bool { later is ValueChange && later.part == part }

  @usableFromInline
  func pruned(in document: Document) -> ValueChange? { document[keyPath: place.path] == old ? nil : self }

  @usableFromInline
  func encode(to encoder: any Encoder) throws { try place.coding?.encode(old, encoder) }

  @usableFromInline
  static func == (one: ValueChange, other: ValueChange) -> Bool { one.part == other.part && one.old == other.old }
}
