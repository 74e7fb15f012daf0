public import Foundation
internal import PureduxRecording

extension Recording {
  /// Writes what is kept of the recording into a file, from which a ``RecordedSession`` can be read.
  ///
  /// The file takes the place of one that is there, belongs to its owner alone, and has the states before its first event,
  /// all events that are kept, the identities and times that reducers drew, and checksums of states. Actions and states
  /// that are `Codable` are kept as JSON. Others are kept as text, and stand in the way of a replay.
  ///
  /// ```swift
  /// try recording.write(to: url) { value in
  ///   if case AccountAction.signIn(let user, _)? = value as? AccountAction {
  ///     AccountAction.signIn(user, password: "")
  ///   } else {
  ///     value
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: A file. What is no regular file is refused.
  ///   - redact: Given each action and state before anything of it leaves memory; what it returns is written instead. A
  ///     value of the same type keeps the session replayable, one of another type is written as text.
  /// - Throws: A ``SessionError`` where the file cannot be written.
  public func write(to url: URL, redact: (@Sendable (_ value: Any) -> Any)? = nil) throws {
    var writer = try SessionWriter(history, start: start, url, redact)
    try writer.writeNew()
  }

  /// Writes what is kept of the recording into a file, and appends what happens for as long as the recording goes on.
  ///
  /// The program waits for none of it, but for the first write. What happened is in the file after a tenth of a second or
  /// so, and stays there when the program is killed. A file that has grown to more than twice the recording's limit is
  /// begun anew with the latest events, and so is one that the program has outrun.
  ///
  /// - Parameters:
  ///   - url: As in ``write(to:redact:)``.
  ///   - redact: As in ``write(to:redact:)``. It is called on one thread at a time: on a queue of the recording, and by the first write
  ///     and by ``AppendedSession/flush()`` on the thread that calls them.
  ///   - onProblem: Called when the file can no longer be written. It is left as it is then.
  /// - Returns: The file that is written, which may be asked to hurry. The recording keeps it too.
  @discardableResult
  public func append(
    to url: URL, redact: (@Sendable (_ value: Any) -> Any)? = nil,
    onProblem: @escaping @Sendable (SessionError) -> Void = { _ in }
  ) throws -> AppendedSession {
    let appender = try SessionAppender(SessionWriter(history, start: start, url, redact), onProblem: onProblem)
    history.whenChunkIsFull { [weak appender] in appender?.wake() }
    keep(appender)
    return AppendedSession(appender)
  }
}
