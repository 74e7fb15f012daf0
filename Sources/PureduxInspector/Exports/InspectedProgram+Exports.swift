public import Foundation
internal import PureduxRecording

// Exports an inspected program in the formats of other tools. The program is either being recorded or was read from a
// session file.
extension InspectedProgram {
  var htmlReport: Data { Data(PageDocument.report(of: self)) }

  var chromeTrace: Data {
    Data(ChromeTrace.json(of: [ChromeTrace.Row(program: self, offset: .zero)], named: name).bytes)
  }

  func drawing(as form: StoreDrawing) -> String { form.text(of: stores) }
}

extension Recording {
  /// A self-contained HTML file that displays the session as the inspector's page does.
  ///
  /// The file needs no server, network or running program. The file contains the latest 20,000 events, the details of
  /// the latest 2,000 events, and the final states.
  ///
  /// ```swift
  /// try recording.htmlReport().write(to: url)
  /// ```
  ///
  /// - Parameter redact: Replaces values before they are exported, as in ``write(to:redact:)``.
  public func htmlReport(redact: (@Sendable (_ value: Any) -> Any)? = nil) -> Data { program(redact).htmlReport }

  /// Exports turns, work and their causes as Chrome trace events, for Perfetto or chrome://tracing.
  ///
  /// ```swift
  /// try recording.chromeTrace().write(to: url)  // open it at https://ui.perfetto.dev
  /// ```
  ///
  /// - Parameter redact: Replaces values before they are exported, as in ``write(to:redact:)``.
  public func chromeTrace(redact: (@Sendable (_ value: Any) -> Any)? = nil) -> Data { program(redact).chromeTrace }

  /// Draws the tree of the recorded stores.
  ///
  /// ```swift
  /// print(recording.drawing(as: .text))
  /// ```
  public func drawing(as form: StoreDrawing) -> String { program(nil).drawing(as: form) }

  private func program(_ redact: Redaction?) -> RecordedProgram {
    RecordedProgram(recording: self, name: Self.programName, redact: redact)
  }

  static var programName: String {
    let path = CommandLine.arguments.first ?? "program"
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension RecordedSession {
  /// A self-contained HTML file that displays the session as the inspector's page does.
  ///
  /// The file contains the latest 20,000 events, but no states, because only the program's reducers can compute them.
  public func htmlReport() -> Data { SessionProgram(self).htmlReport }

  /// Exports turns, work and their causes as Chrome trace events, for Perfetto or chrome://tracing.
  public func chromeTrace() -> Data { SessionProgram(self).chromeTrace }

  /// Draws the tree of the session's stores.
  public func drawing(as form: StoreDrawing) -> String { SessionProgram(self).drawing(as: form) }
}

extension TreeRecordings {
  /// Exports the turns of all trees as Chrome trace events, with a row for each tree.
  public func chromeTrace() -> Data {
    let recordings = recordings
    let clocks = recordings.map(\.clock)
    let rows = recordings.map { recording in
      ChromeTrace.Row(
        program: RecordedProgram(recording: recording, name: ""), offset: recording.clock.offset(among: clocks))
    }
    return Data(ChromeTrace.json(of: rows, named: Recording.programName).bytes)
  }
}
