extension UndoPart {
  /// Creates a part for a small value, which is stored as a whole for each change.
  ///
  /// The values before and after a change are compared, and the old value is stored if they differ. For large data, use
  /// `elements`.
  ///
  /// - Parameters:
  ///   - name: Identifies the part in a saved history.
  ///   - path: The property of the document.
  ///   - size: Returns the approximate heap size of a value in bytes, which counts toward the history's limit.
  /// - Returns: A part whose changes are saved with the history.
  @inlinable
  public static func value<Value: Equatable & Codable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Document, Value> & Sendable,
    size: @escaping @Sendable (_ value: Value) -> Int = { _ in 0 }
  ) -> UndoPart { part(name, path, size, PartCoding()) }

  /// Creates a part for a small value; changes to the part are not saved.
  ///
  /// A saved history contains only the steps after the last change to this part.
  ///
  /// - Parameters:
  ///   - name: Identifies the part.
  ///   - path: The property of the document.
  ///   - size: Returns the approximate heap size of a value in bytes, which counts toward the history's limit.
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

/// Accesses the value of a part. Created once for each part, and shared by the part's steps.
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

/// The value of a part before a change.
@frozen
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

  /// Keeps the older value, which is the value to restore.
  @usableFromInline
  mutating func join(_ later: any PartChange<Document>, in document: Document) -> Bool {
    later is ValueChange && later.part == part
  }

  @usableFromInline
  func hasEffect(in document: Document) -> Bool { document[keyPath: place.path] != old }

  @usableFromInline
  mutating func endGroup() {}

  @usableFromInline
  func encode(to encoder: any Encoder) throws { try place.coding?.encode(old, encoder) }

  @usableFromInline
  static func == (one: ValueChange, other: ValueChange) -> Bool { one.part == other.part && one.old == other.old }
}
