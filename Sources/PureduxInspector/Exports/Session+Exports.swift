public import Foundation

// What other tools show of a session out of a file.
extension RecordedSession {
  /// One file of HTML that shows the session as the page does: without a server, a network or the program.
  ///
  /// It has the latest 20,000 events, and no states: those are computed by the program's own reducers alone.
  public func htmlReport() -> Data { Data(PageDocument.report(of: SessionProgram(self))) }

  /// The turns, the work and their causes as Chrome trace events, which Perfetto and chrome://tracing open.
  public func chromeTrace() -> Data {
    let program = SessionProgram(self)
    return Data(ChromeTrace.json(of: [ChromeTrace.Row(program: program, offset: .zero)], named: program.name).bytes)
  }

  /// The stores that something happened to, as a drawing.
  public func drawing(as form: StoreDrawing) -> String { form.text(of: SessionProgram(self).stores) }
}
