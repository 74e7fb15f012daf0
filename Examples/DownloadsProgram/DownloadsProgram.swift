import ExampleTerminal
import Foundation
import Puredux

/// Downloads several files at once, with retries, progress, and cancelling by key press.
///
/// Without `--url` they come from a flaky server that the program itself starts.
package enum DownloadsProgram {
  package static func main() async throws {
    StandardStreams.prepare()
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
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

  /// Runs to the end, and returns the status to exit with.
  private static func run(_ options: Options) async throws(OutputFailure) -> Int32 {
    let server = options.urls.isEmpty ? try? FlakyServer() : nil
    if options.urls.isEmpty, server == nil {
      StandardStreams.reportLine("Downloads: no port can be listened on")
      return EX_OSERR
    }
    server?.start()
    let store = Downloads.makeStore(server?.urls ?? options.urls, options.limits)
    let (states, newest) = AsyncStream.makeStream(of: Downloads.self, bufferingPolicy: .bufferingNewest(1))
    let session = try TerminalSession.start()
    if session == nil { ExitSignals.handle() }
    let observation = store.subscribe { newest.yield($0) }
    defer {
      observation.cancel()
      withExtendedLifetime(server) {}
    }
    store.dispatch(.startAll)
    guard let session else {
      try await printChanges(of: states)
      // One file of the flaky server is missing on purpose.
      return options.urls.isEmpty || store.state.areAllThere ? 0 : 1
    }
    let status = await show(states, store, on: session)
    session.close()
    try StandardStreams.printLines(DownloadsScreen.lines(store.state))
    return status
  }

  /// Prints a line for each change, until every download is over.
  private static func printChanges(of states: AsyncStream<Downloads>) async throws(OutputFailure) {
    var printed: [String] = []
    for await state in states {
      let lines = DownloadsScreen.lines(state)
      try StandardStreams.printLines(
        lines.enumerated().filter { !printed.indices.contains($0) || printed[$0] != $1 }.map(\.1))
      printed = lines
      if state.isOver { break }
    }
  }

  /// Shows the newest state and handles keys, until every file has arrived or a key or a signal ends it.
  private static func show(
    _ states: AsyncStream<Downloads>, _ store: StateStore<Downloads, Downloads.Action>, on session: TerminalSession
  ) async -> Int32 {
    await withTaskGroup(of: Int32?.self) { group in
      group.addTask {
        for await state in states {
          session.show(DownloadsScreen.rows(state, session.size))
          if state.areAllThere { return 0 }
        }
        return nil
      }
      group.addTask { await handleEvents(of: session, store) }
      defer { group.cancelAll() }
      while let ended = await group.next() { if let status = ended { return status } }
      return 0
    }
  }

  private static func handleEvents(
    of session: TerminalSession, _ store: StateStore<Downloads, Downloads.Action>
  ) async -> Int32? {
    for await event in session.events {
      switch event {
      case .key(.character("a")): store.dispatch(.startAll)
      case .key(.character("c")): store.dispatch(.cancelAll)
      case .key(.character("q")): return 0
      case .key(let press):
        if case .character(let digit) = press.key, let number = digit.wholeNumberValue, number > 0 {
          store.dispatch(.toggle(number - 1))
        }
      case .paste: break
      case .redraw(let size): session.show(DownloadsScreen.rows(store.state, size))
      case .end(let reason): return reason.exitStatus
      }
    }
    return nil
  }
}
