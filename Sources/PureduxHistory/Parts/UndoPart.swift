/// A document that says which of its parts can be undone.
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
/// What is not named is never undone: a selection, a scroll position, the state of an effect.
public protocol Undoable: Sendable {
  /// The parts that are undone, each with a name of its own. They do not overlap.
  static var undone: [UndoPart<Self>] { get }
}

/// A part of a document whose changes can be undone.
///
/// A part keeps what takes a change back, which is as small as the change.
public struct UndoPart<Document>: Sendable {
  /// Stands for the part in a saved history.
  @usableFromInline let name: String
  /// Begins to record changes of the part, and returns what ends that.
  @usableFromInline let begin: @Sendable (inout Document) -> EndOfRecording<Document>
  /// Nil where changes of the part are not saved.
  @usableFromInline let decode: (@Sendable (any Decoder) throws -> any PartChange<Document>)?

  @usableFromInline
  init(
    name: String, begin: @escaping @Sendable (inout Document) -> EndOfRecording<Document>,
    decode: (@Sendable (any Decoder) throws -> any PartChange<Document>)?
  ) {
    (self.name, self.begin, self.decode) = (name, begin, decode)
  }
}

/// Ends the recording of a part. Recordings end in the reverse order of their beginnings.
@usableFromInline typealias EndOfRecording<Document> = (inout Document) -> PartRecord<Document>

/// What a recording of a part has found.
@usableFromInline
enum PartRecord<Document> {
  case unchanged
  case changed(any PartChange<Document>)
  /// Another value has taken the place of the whole part, so that the changes are not known.
  case replaced
}

/// What takes a change of one part back.
@usableFromInline
protocol PartChange<Document>: Sendable, Equatable {
  associatedtype Document

  /// Stands for the part in a saved history.
  var part: String { get }
  /// About how much memory it takes.
  var bytes: Int { get }
  /// Whether it can be saved.
  var isCodable: Bool { get }

  func revert(_ document: inout Document)
  /// Adds a later change of the same part. Returns false where it is of another.
  mutating func join(_ later: any PartChange<Document>) -> Bool
  /// Nil where reverting the document would change nothing.
  func pruned(in document: Document) -> Self?
  func encode(to encoder: any Encoder) throws
}

extension PartChange {
  func isEqual(to other: any PartChange<Document>) -> Bool { other as? Self == self }
}

/// How the contents of a part are saved.
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
