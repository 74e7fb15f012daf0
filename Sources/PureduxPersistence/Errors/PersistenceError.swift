internal import Foundation

/// The reason why a state was not saved or restored. The store continues in any case.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url)) { problem in
///   if problem.kind == .noSpace { print("Your notes are not saved: the disk is full.") }
/// }
/// ```
///
/// The description says what happened, what became of the data, and what to do.
public struct PersistenceError: Error, Hashable, Sendable {
  /// The kind of the problem.
  public let kind: Kind
  /// The name of the storage, for example the path of a file.
  public let storage: String
  /// The message of the system or the format.
  public let details: String
  /// The place of unusable data that was kept aside when a state was saved over it.
  public internal(set) var keptAt: String?
  /// Whether the store continues with the data that precedes the damage.
  var isPartlyUsable = false

  /// Creates an error of a custom storage.
  ///
  /// - Parameters:
  ///   - kind: The kind of the problem. Saving is retried for every kind except `.damaged` and `.otherVersion`.
  ///   - storage: the name of the storage.
  ///   - details: The message of the system.
  public init(_ kind: Kind, storage: String, details: String) {
    self.kind = kind
    self.storage = storage
    self.details = details
  }

  /// The default handler of problems.
  @usableFromInline
  func writeToStandardError() {
    FileHandle.standardError.write(Data("Puredux: \(self)\n".utf8))
  }
}
