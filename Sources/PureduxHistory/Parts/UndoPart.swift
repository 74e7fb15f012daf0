/// A document that declares which of its parts are undoable.
///
/// ```swift
/// struct Note: Identifiable, Equatable, Codable { let id: Int; var text = "" }
/// struct Document: Undoable {
///   var notes: OrderedState<Note> = []
///   var title = ""
///   static let undone: [UndoPart<Document>] = [.elements("notes", \.notes), .value("title", \.title)]
/// }
/// ```
///
/// Changes to undeclared parts, for example a selection, a scroll position, or the state of an effect, are never
/// undone.
public protocol Undoable: Sendable {
  /// The undoable parts, with unique names. They must not overlap.
  static var undone: [UndoPart<Self>] { get }
}

/// An undoable part of a document.
///
/// For each change, a step stores a reversal, for example the old values of the changed elements.
public struct UndoPart<Document>: Sendable {
  /// Identifies the part in a saved history.
  @usableFromInline let name: String
  /// Starts recording changes to the part, and returns a closure that ends the recording.
  @usableFromInline let begin: @Sendable (inout Document) -> EndOfRecording<Document>
  /// Decodes a saved change; nil if changes to the part are not saved.
  @usableFromInline let decode: (@Sendable (any Decoder) throws -> any PartChange<Document>)?

  @usableFromInline
  init(
    name: String, begin: @escaping @Sendable (inout Document) -> EndOfRecording<Document>,
    decode: (@Sendable (any Decoder) throws -> any PartChange<Document>)?
  ) {
    (self.name, self.begin, self.decode) = (name, begin, decode)
  }
}

/// Ends the recording of a part. Recordings must end in last-in, first-out order.
@usableFromInline typealias EndOfRecording<Document> = (inout Document) -> PartRecord<Document>

/// The result of recording a part.
@usableFromInline
enum PartRecord<Document> {
  case unchanged
  case changed(any PartChange<Document>)
  /// The collection of the part was replaced, so the changes are unknown.
  case replaced
}

/// The reversal of a change to one part.
@usableFromInline
protocol PartChange<Document>: Sendable, Equatable {
  associatedtype Document

  /// Identifies the part in a saved history.
  var part: String { get }
  /// The approximate size of the change in bytes.
  var bytes: Int { get }
  /// Whether the change can be saved.
  var isCodable: Bool { get }

  func revert(_ document: inout Document)
  /// Merges a later change into this change. Returns false if the later change belongs to a different part.
  mutating func join(_ later: any PartChange<Document>, in document: Document) -> Bool
  /// Whether reverting the change, after others have been merged into it, would have an effect.
  func hasEffect(in document: Document) -> Bool
  /// Frees what is needed only for merging further changes into this change.
  mutating func endGroup()
  func encode(to encoder: any Encoder) throws
}

extension PartChange {
  func isEqual(to other: any PartChange<Document>) -> Bool { other as? Self == self }
}

/// Encodes and decodes the content of a part's change.
@frozen
@usableFromInline
struct PartCoding<Content: Sendable>: Sendable {
  @usableFromInline let encode: @Sendable (Content, any Encoder) throws -> Void
  @usableFromInline let decode: @Sendable (any Decoder) throws -> Content

  @inlinable
  init() where Content: Codable {
    encode = { try $0.encode(to: $1) }
    decode = { try Content(from: $0) }
  }
}
