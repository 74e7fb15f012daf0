import ExampleCommandLine
import ExampleRecording
import ExampleTerminal
import Foundation
import Puredux

/// Downloads several files at once, with retries, progress, and cancelling by key press.
///
/// Without `--url`, the files come from a flaky server that the program itself starts.
package enum DownloadsProgram {
  package static func main() async throws {
    StandardStreams.prepare()
    let arguments = CommandLine.arguments.dropFirst()
    guard let options = Options(arguments) else {
      StandardStreams.reportLine(
        "Downloads: \(CommandLineOptions.complaint(about: arguments) { Options($0) != nil })")
      StandardStreams.reportLine("")
      for line in Options.usage.components(separatedBy: "\n") { StandardStreams.reportLine(line) }
      exit(EX_USAGE)
    }
    do throws(OutputFailure) {
      if options.isHelp {
        try StandardStreams.printLines(Options.usage.components(separatedBy: "\n"))
      } else {
        exit(try await run(options))
      }
    } catch {
      StandardStreams.exit("Downloads", because: error)
    }
  }

  /// Runs to the end, and returns the exit status.
  private static func run(_ options: Options) async throws(OutputFailure) -> Int32 {
    if let status = try readSession(options.recording) { return status }
    let server = options.urls.isEmpty ? try? FlakyServer() : nil
    if options.urls.isEmpty, server == nil {
      StandardStreams.reportLine("Downloads: no port can be listened on")
      return EX_OSERR
    }
    server?.start()
    let store = Downloads.makeStore(server?.urls(options.files) ?? options.urls, options.limits)
    do throws(RecordingProblem) {
      try options.recording.begin(store, tell: StandardStreams.reportBeforeScreen)
    } catch {
      StandardStreams.reportLine("Downloads: \(error)")
      return EX_CANTCREAT
    }
    let session = try TerminalSession.start()
    if session == nil { ExitSignals.handle() }
    defer { withExtendedLifetime(server) {} }
    store.dispatch(.startAll)
    guard let session else {
      try await printChanges(of: store)
      // One file of the flaky server is missing on purpose.
      return options.urls.isEmpty || store.state.areAllThere ? 0 : 1
    }
    let status = await show(store, on: session)
    session.close()
    try StandardStreams.printLines(DownloadsScreen.lines(store.state))
    return status
  }

  /// Reads a session if one was requested, and returns the exit status.
  private static func readSession(_ options: RecordingOptions) throws(OutputFailure) -> Int32? {
    // A test has no server, so the store of a test has no effects, and receives every action that the effects
    // dispatched.
    let reader = SessionReader(
      making: "StateStore<Downloads, Downloads.Action>(recordedState) { $0.reduce($1) }", sendsAll: true
    ) {
      Downloads.makeStore([], Fetch.Limits())
    }
    do throws(RecordingProblem) {
      guard let (text, status) = try reader.read(options) else { return nil }
      print(text)
      return status
    } catch {
      StandardStreams.reportLine("Downloads: \(error)")
      return EX_DATAERR
    }
  }

  /// Prints a line for each change, until every download is over.
  private static func printChanges(of store: StateStore<Downloads, Downloads.Action>) async throws(OutputFailure) {
    var report = PlainReport()
    for await update in store.rows(\.all).updates() {
      let (lines, isOver) = store.withState { downloads in
        (report.newLines(of: downloads, changes: update.changes), downloads.isOver)
      }
      try StandardStreams.printLines(lines)
      if isOver { break }
    }
  }

  /// Shows the changed rows and handles keys.
  ///
  /// Ends when every file has arrived, or when a key or a signal ends the program.
  private static func show(
    _ store: StateStore<Downloads, Downloads.Action>, on session: TerminalSession
  ) async -> Int32 {
    let table = DownloadsTable(store, size: { session.size }, display: { session.show($0) })
    return await withTaskGroup(of: Int32?.self) { group in
      group.addTask {
        for await update in store.rows(\.all).updates() { await table.show(update) }
        return nil
      }
      group.addTask {
        for await missing in store.rows(\.all, where: { !$0.job.isSuccess }).updates() where missing.rows.isEmpty {
          return 0
        }
        return nil
      }
      group.addTask { await handleEvents(of: session, table, store) }
      defer { group.cancelAll() }
      while let ended = await group.next() { if let status = ended { return status } }
      return 0
    }
  }

  private static func handleEvents(
    of session: TerminalSession, _ table: DownloadsTable, _ store: StateStore<Downloads, Downloads.Action>
  ) async -> Int32? {
    for await event in session.events {
      switch event {
      case .key(.character("a")): store.dispatch(.startAll)
      case .key(.character("c")): store.dispatch(.cancelAll)
      case .key(.character("q")): return 0
      case .key(.up): await table.scroll(rows: -1)
      case .key(.down): await table.scroll(rows: 1)
      case .key(.pageUp): await table.scroll(pages: -1)
      case .key(.pageDown): await table.scroll(pages: 1)
      case .key(let press):
        if case .character(let digit) = press.key, let number = digit.wholeNumberValue, number > 0 {
          await table.toggle(number)
        }
      case .paste: break
      case .redraw(let size): await table.redraw(size)
      case .end(let reason): return reason.exitStatus
      }
    }
    return nil
  }
}
