internal import Foundation
internal import PureduxRecording

extension Recording {
  /// Makes the files that explain a failure: the session, and the source of a test that does the same again.
  ///
  /// A test store attaches them to the test that fails: `TestStore { makeStore() }.attaching { $0.record().evidence() }`. The
  /// files are made when they are asked for, and the recording goes on until then:
  ///
  /// ```swift
  /// let makeFiles = store.record().evidence()
  /// for (name, bytes) in try makeFiles() { print(name, bytes.count) }
  /// ```
  ///
  /// `puredux open` shows the session in a browser; `print`, `trace` and `mcp` read it too.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of a file. A session that is longer is left out, and a text says so.
  ///   - redacted: Given each action and state before anything of it leaves memory; what it returns is written instead. A value
  ///     of the same type keeps the session replayable.
  /// - Returns: A function that gives the files by name: `recording.session`, and `story.swift` where something was dispatched.
  public func evidence(
    atMost limit: Int = 1 << 20, redacted: (@Sendable (_ value: Any) -> Any)? = nil
  ) -> @Sendable () throws -> [String: [UInt8]] {
    {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "puredux-evidence-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("recording.session")
      try self.write(to: file, redact: redacted)
      var files: [String: [UInt8]] = [:]
      let session = try Array(Data(contentsOf: file))
      if session.count <= limit {
        files["recording.session"] = session
      } else {
        files["session-left-out.txt"] = Array(
          """
          The session has \(session.count) bytes, more than \(limit), so it was left out.
          To fix: record fewer events, for example with `record(limit: 1000)`, or write less of each state with `redacted:`.

          """.utf8)
      }
      let recorded = try RecordedSession(contentsOf: file)
      let stories = recorded.stores.compactMap { recorded.story(of: $0.description) }
      if !stories.isEmpty {
        let story = Array(stories.joined(separator: "\n").utf8)
        if story.count <= limit { files["story.swift"] = story }
      }
      return files
    }
  }
}
