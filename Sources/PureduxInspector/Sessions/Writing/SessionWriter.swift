public import Foundation
internal import PureduxFiles
internal import PureduxRecording

extension Recording {
  /// Writes the recording to a file that ``RecordedSession`` can read.
  ///
  /// An existing file is replaced, and only the owner can read the new file. The file contains the states before the
  /// first retained event, all retained events, the identities and times that reducers read, and occasional checksums
  /// of the states. Actions and states that are `Codable` are stored as JSON. Other values are stored as text, which
  /// limits how much of the session can be replayed.
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
  ///   - url: The file to write. An existing file is replaced only if it is a regular file.
  ///   - redact: Transforms each action and state before it is written to the file. The session remains replayable if
  ///     each result has the same type as the original value; a result of another type is written as text.
  /// - Throws: A ``SessionError`` if the file cannot be written.
  public func write(to url: URL, redact: (@Sendable (_ value: Any) -> Any)? = nil) throws {
    var writer = try SessionWriter(history, url, redact)
    try writer.writeNew()
  }

  /// Writes the recording to a file, and appends new events while the recording continues.
  ///
  /// The program waits only for the first write. Later events are written within about a tenth of a second, and remain
  /// in the file if the program is killed; after ``AppendedSession/flush()``, also if the power fails. The file is
  /// rewritten with the latest events if it contains more than about twice as many events as the recording retains, or
  /// if writing cannot keep up with the program.
  ///
  /// - Parameters:
  ///   - url: The file to write, as in ``write(to:redact:)``.
  ///   - redact: Transforms each action and state, as in ``write(to:redact:)``. The closure is called on one thread at
  ///     a time: on the calling thread for the first write and for ``AppendedSession/flush()``, otherwise on a private
  ///     queue.
  ///   - onProblem: Called once if the file can no longer be written; the file does not change afterward.
  /// - Returns: The file to which the recording appends; call its `flush()` to write immediately. The recording keeps
  ///   appending even if the result is discarded.
  @discardableResult
  public func append(
    to url: URL, redact: (@Sendable (_ value: Any) -> Any)? = nil,
    onProblem: @escaping @Sendable (SessionError) -> Void = { _ in }
  ) throws -> AppendedSession {
    let appender = try SessionAppender(SessionWriter(history, url, redact), onProblem: onProblem)
    history.whenChunkIsFull { [weak appender] in appender?.wake() }
    keep(appender)
    return AppendedSession(appender)
  }
}

/// Writes a recording to a file, and appends new events.
///
/// As with every other reader, recording continues while the writer reads the recording. If the recording has discarded
/// unwritten steps, the file is rewritten from the oldest retained step.
struct SessionWriter: ~Copyable {
  private let history: RecordedHistory
  private let url: URL
  private let redact: Redaction?
  private let files: FileSystem
  private var encoder: SessionEncoder?
  private var file: SessionFile?
  private var firstInFile: UInt64 = 0

  init(_ history: RecordedHistory, _ url: URL, _ redact: Redaction?, _ files: FileSystem = .system) throws {
    try SessionFile.requireSuitable(url, files)
    (self.history, self.url, self.redact, self.files) = (history, url, redact, files)
  }

  /// Writes all steps that are not yet in the file.
  ///
  /// - Parameter step: The number of the first step to write to a new file. Older retained steps are replayed instead
  ///   of written; the calling thread must be allowed to run the tree's reducers.
  mutating func writeNew(from step: UInt64 = 0) throws {
    let old = encoder
    let limit = history.limit
    let (chunks, entered, encoder, isNew) = history.read { [firstInFile, redact, history] moment, states in
      var encoder = old
      if let last = old?.last, moment.first > last + 1 || (last - firstInFile) / 2 > UInt64(limit) + 512 {
        encoder = nil
      }
      let isNew = encoder == nil
      var current =
        encoder
        ?? SessionEncoder(
          history, after: max(moment.first, step) - 1, program: ProcessInfo.processInfo.processName, redact)
      if isNew { current.pass(moment.chunks, in: states) }
      let chunks = moment.chunks.filter { $0.end > current.last + 1 }
      return (chunks, current.enterCells(of: chunks, from: states), current, isNew)
    }
    if isNew {
      firstInFile = encoder.last
      file = try SessionFile(replacing: url, files)
    }
    if chunks.isEmpty, !isNew {
      self.encoder?.rest()
      self.encoder?.addChecks()
      return try flush()
    }
    self.encoder = encoder
    self.encoder?.add(entered)
    for chunk in chunks {
      self.encoder?.add(chunk)
      try flush()
    }
    try flush()
    try file?.putInPlace()
  }

  /// Writes the state checks for the states captured since the last write.
  mutating func writeChecks() throws {
    encoder?.addChecks()
    try flush()
  }

  /// Makes the written steps durable.
  mutating func sync() throws { try file?.sync() }

  /// The step reducer if steps are waiting to be reduced on the main thread; otherwise nil.
  var waitingReducer: StepReducer? { encoder.flatMap { !$0.reducer.isHere && $0.reducer.isWanted ? $0.reducer : nil } }

  private mutating func flush() throws {
    if let bytes = encoder?.takeLines(), !bytes.isEmpty { try file?.write(bytes) }
  }
}
