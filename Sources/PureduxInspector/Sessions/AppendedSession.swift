/// A session file to which a recording appends.
public struct AppendedSession: Sendable {
  private let appender: SessionAppender

  init(_ appender: SessionAppender) { self.appender = appender }

  /// Returns when everything that was recorded so far is in the file. Do not call it in a reducer or an observer, nor where
  /// states and actions are encoded or redacted: these run while the file is written.
  public func flush() { appender.flush() }
}
