public import Foundation
internal import PureduxRecording

// What other tools show.
extension Recording {
  /// One file of HTML that shows the session as the page does: without a server, a network or the program.
  ///
  /// It has the latest 20,000 events, the details of the latest 2,000, and the states at the end.
  ///
  /// ```swift
  /// try recording.htmlReport().write(to: url)
  /// ```
  ///
  /// - Parameter redact: As in ``write(to:redact:)``.
  public func htmlReport(redact: (@Sendable (_ value: Any) -> Any)? = nil) -> Data {
    let program = RecordedProgram(recording: self, name: Self.programName, redact: redact)
    return Data(PageDocument.report(of: program))
  }

  /// The turns, the work and their causes as Chrome trace events, which Perfetto and chrome://tracing open.
  ///
  /// ```swift
  /// try recording.chromeTrace().write(to: url)  // open it at https://ui.perfetto.dev
  /// ```
  ///
  /// - Parameter redact: As in ``write(to:redact:)``.
  public func chromeTrace(redact: (@Sendable (_ value: Any) -> Any)? = nil) -> Data {
    let program = RecordedProgram(recording: self, name: Self.programName, redact: redact)
    return Data(ChromeTrace.json(of: [ChromeTrace.Row(program: program, offset: .zero)], named: program.name).bytes)
  }

  /// The stores that are known, as a drawing.
  ///
  /// ```swift
  /// print(recording.drawing(as: .text))
  /// ```
  public func drawing(as form: StoreDrawing) -> String {
    form.text(of: RecordedProgram(recording: self, name: "").stores)
  }

  static var programName: String {
    let path = CommandLine.arguments.first ?? "program"
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension TreeRecordings {
  /// The turns of all trees as Chrome trace events: a row for each tree.
  public func chromeTrace() -> Data {
    let recordings = recordings
    let start = recordings.map(\.start).min() ?? 0
    let rows = recordings.map { recording in
      ChromeTrace.Row(
        program: RecordedProgram(recording: recording, name: ""), offset: Ticks.duration(recording.start - start))
    }
    return Data(ChromeTrace.json(of: rows, named: Recording.programName).bytes)
  }
}
