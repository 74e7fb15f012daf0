internal import Foundation

/// Why a state was not saved or restored; the store goes on in any case.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url)) { problem in
///   if problem.kind == .noSpace { print("Your notes are not saved: the disk is full.") }
/// }
/// ```
///
/// Its description says what happened, what became of it, and what to do.
public struct PersistenceError: Error, Hashable, Sendable {
  /// What went wrong.
  public let kind: Kind
  /// The name of the storage, such as the path of a file.
  public let storage: String
  /// What the system or the format said.
  public let details: String
  /// Where something that could not be used is kept, now that a state was saved in its place.
  public internal(set) var keptAt: String?
  /// Whether the store goes on with what was read before the damage.
  var isPartlyUsable = false

  /// Makes an error of a storage of your own.
  ///
  /// - Parameters:
  ///   - kind: what went wrong. Anything but `.damaged` and `.otherVersion` is tried again.
  ///   - storage: the name of the storage.
  ///   - details: what the system said.
  public init(_ kind: Kind, storage: String, details: String) {
    self.kind = kind
    self.storage = storage
    self.details = details
  }

  /// Where archives tell their problems by default.
  @usableFromInline
  func writeToStandardError() {
    FileHandle.standardError.write(Data("Puredux: \(self)\n".utf8))
  }
}
