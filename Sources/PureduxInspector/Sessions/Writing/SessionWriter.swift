internal import Foundation
internal import PureduxRecording

/// Writes what a recording has, and what it has had since, into a file.
///
/// Nothing in the program waits for it: it looks at the recording as any reader does, and where the recording has forgotten
/// steps before they were written, the file begins anew with the oldest that are kept.
struct SessionWriter: ~Copyable {
  private let history: RecordedHistory
  private let start: UInt64
  private let url: URL
  private let redact: Redaction?
  private var encoder: SessionEncoder?
  private var file: SessionFile?
  private var firstInFile: UInt64 = 0

  init(_ history: RecordedHistory, start: UInt64, _ url: URL, _ redact: Redaction?) throws {
    try SessionFile.requireSuitable(url)
    self.history = history
    self.start = start
    self.url = url
    self.redact = redact
  }

  /// Writes everything that is not in the file yet.
  mutating func writeNew() throws {
    let old = encoder
    let limit = history.limit
    let (chunks, entered, encoder, isNew) = history.read { [start, firstInFile, redact, history] moment, states in
      var encoder = old
      if let last = old?.last, moment.first > last + 1 || last - firstInFile > 2 * UInt64(limit) + 1024 {
        encoder = nil
      }
      let isNew = encoder == nil
      var current =
        encoder
        ?? SessionEncoder(
          history, start: start, after: moment.first - 1, program: ProcessInfo.processInfo.processName, redact)
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

  /// Writes the checks of the states that were taken meanwhile.
  mutating func writeChecks() throws {
    encoder?.addChecks()
    try flush()
  }

  /// The reducer of steps on the main thread, while some wait for it.
  var waitingReducer: StepReducer? { encoder.flatMap { !$0.reducer.isHere && $0.reducer.isWanted ? $0.reducer : nil } }

  private mutating func flush() throws {
    if let bytes = encoder?.takeLines(), !bytes.isEmpty { try file?.write(bytes) }
  }
}
