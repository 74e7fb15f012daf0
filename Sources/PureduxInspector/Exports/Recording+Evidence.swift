internal import Foundation
internal import PureduxRecording

extension Recording {
  /// Returns a function that creates evidence: a session file and a test that reproduces the failure.
  ///
  /// A test store attaches the files to the failing test: `TestStore { makeStore() }.attaching { $0.record().evidence()
  /// }`. The files are created when the function is called, and cover the recording up to that point.
  ///
  /// ```swift
  /// let makeFiles = store.record().evidence()
  /// for (name, bytes) in try makeFiles() { print(name, bytes.count) }
  /// ```
  ///
  /// `puredux open` displays the session in a browser; the subcommands `print`, `trace` and `mcp` also read session
  /// files.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of each file in bytes. If the session exceeds the limit, only its latest events and
  ///     the states before them are written, and a text file notes the omission. If the session cannot be shortened
  ///     enough, for example because its states alone exceed the limit, it is omitted.
  ///   - redacted: Called with each action and state before it is written; the files contain the result instead of the
  ///     original value. The session remains replayable if each result has the type of the original value.
  /// - Returns: A function that returns the files, keyed by name: `recording.session`, and `story.swift` if an action
  ///   was dispatched.
  public func evidence(
    atMost limit: Int = 1 << 20, redacted: (@Sendable (_ value: Any) -> Any)? = nil
  ) -> @Sendable () throws -> [String: [UInt8]] {
    {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "puredux-evidence-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("recording.session")
      let written = try self.write(to: file, atMost: limit, redacted)
      var files: [String: [UInt8]] = [:]
      if written.size <= limit { files["recording.session"] = try Array(Data(contentsOf: file)) }
      if let (name, text) = written.note(limit) { files[name] = Array(text.utf8) }
      let recorded = try RecordedSession(contentsOf: file)
      let stories = recorded.stores.compactMap { recorded.story(of: $0.description) }
      if !stories.isEmpty {
        let story = Array(stories.joined(separator: "\n").utf8)
        if story.count <= limit { files["story.swift"] = story }
      }
      return files
    }
  }

  /// Writes the latest events that fit into `limit` bytes, but at least the newest event.
  private func write(to file: URL, atMost limit: Int, _ redact: Redaction?) throws -> WrittenEvidence {
    func write(from step: UInt64) throws -> Int {
      // Each attempt replaces the file, so that nothing remains from the previous attempt.
      var writer = try SessionWriter(history, file, redact)
      try writer.writeNew(from: step)
      return try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }
    let whole = try write(from: 0)
    var written = WrittenEvidence(whole: whole, size: whole, first: nil)
    let moment = history.moment
    var count = moment.last + 1 - moment.first
    // Omitting events requires running the reducers, which a main-actor tree permits only on the main thread.
    while written.size > limit, count > 1, history.tree.mayReduceHere {
      // The file also contains states, so its size is not proportional to the number of events, and several attempts
      // may be needed.
      count = max(1, min(count - 1, UInt64(Double(count) * Double(limit) / Double(written.size) * 0.95)))
      var first = moment.last + 1 - count
      while first < moment.last, moment[first]?.isEvent == false { first += 1 }
      written.size = try write(from: first)
      written.first = Int(first)
    }
    return written
  }
}

/// Describes how much of a session was written as evidence.
private struct WrittenEvidence {
  /// The size of the whole session in bytes.
  let whole: Int
  /// The size of the written file in bytes.
  var size: Int
  /// The number of the first written event; nil if all events were written.
  var first: Int?

  /// The name and contents of the file that describes the omission; nil if nothing was omitted.
  func note(_ limit: Int) -> (name: String, text: String)? {
    guard whole > limit else { return nil }
    let fix =
      "To fix: record fewer events, for example with `record(limit: 1000)`, or write less of each state with `redacted:`.\n"
    guard size <= limit, let first else {
      return ("session-left-out.txt", "The session has \(whole) bytes, more than \(limit), so it was omitted.\n" + fix)
    }
    return (
      "session-trimmed.txt",
      "The session has \(whole) bytes, more than \(limit), so it was written from event \(first) on.\n" + fix
    )
  }
}
