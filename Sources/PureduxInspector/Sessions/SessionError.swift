/// A session that cannot be written or read: what happened, and where.
public struct SessionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable {
    /// The file may not be opened, written or read, or it is no regular file.
    case file
    /// The file is something else than a session.
    case notASession
    /// A later version of the library wrote it.
    case newerVersion
    /// A line is not as it was written.
    case damagedLine
    /// A line is missing.
    case missingLine
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// The number of the line, from 1 on; nil where it is about the whole file.
  public let line: Int?
  /// What happened, what became of it, and what to do.
  public let description: String

  init(_ kind: Kind, line: Int? = nil, _ description: String) {
    self.kind = kind
    self.line = line
    self.description = description
  }
}
