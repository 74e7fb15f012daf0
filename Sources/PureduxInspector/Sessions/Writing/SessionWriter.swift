public import Foundation
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
  /// in the file if the program is killed. The file is rewritten with the latest events if it contains more than about
  /// twice as many events as the recording retains, or if writing cannot keep up with the program.
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
  private var encoder: SessionEncoder?
  private var file: SessionFile?
  private var firstInFile: UInt64 = 0

  init(_ history: RecordedHistory, _ url: URL, _ redact: Redaction?) throws {
    try SessionFile.requireSuitable(url)
    self.history = history
    self.url = url
    self.redact = redact
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
      file = try SessionFile(replacing: url)
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

  /// The step reducer if steps are waiting to be reduced on the main thread; otherwise nil.
  var waitingReducer: StepReducer? { encoder.flatMap { !$0.reducer.isHere && $0.reducer.isWanted ? $0.reducer : nil } }

  private mutating func flush() throws {
    if let bytes = encoder?.takeLines(), !bytes.isEmpty { try file?.write(bytes) }
  }
}

/// A session file that only its owner can read.
///
/// Once the initial contents of a new file are complete, the new file atomically replaces the old one.
struct SessionFile: ~Copyable {
  private let url: URL
  private let temporary: URL
  private let descriptor: Int32
  private var isInPlace = false

  /// Creates a temporary file in the folder of the file to be replaced.
  init(replacing url: URL) throws {
    try Self.requireSuitable(url)
    let temporary = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
    let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure("could not be created", url) }
    self.url = url
    self.temporary = temporary
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if !isInPlace { unlink(temporary.path) }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      // SAFETY: the system reads the bytes during the call, and the array outlives the call.
      let written = bytes[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        throw Self.failure("could not be written", url)
      }
      start += written
    }
  }

  /// Replaces the old file. Later data is appended.
  mutating func putInPlace() throws {
    guard !isInPlace else { return }
    try Self.requireSuitable(url)
    guard rename(temporary.path, url.path) == 0 else { throw Self.failure("could not be moved to its place", url) }
    isInPlace = true
  }

  /// Rejects an existing item that is not a regular file, such as a symbolic link or a pipe.
  static func requireSuitable(_ url: URL) throws {
    guard url.isFileURL else {
      throw SessionError(.file, "\(url) is not a file, so nothing was written.\nTo fix: pass the URL of a file.")
    }
    var status = stat()
    guard lstat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw SessionError(
      .file, "\(url.path) is not a regular file, so nothing was written.\nTo fix: pass the path of your own file.")
  }

  private static func failure(_ what: String, _ url: URL) -> SessionError {
    SessionError(
      .file,
      "\(url.path) \(what): \(String(cString: strerror(errno))). The recording continues in memory.\n"
        + "To fix: write to an existing folder that you own and that has enough space.")
  }
}
