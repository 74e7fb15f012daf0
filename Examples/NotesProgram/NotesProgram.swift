import Dispatch
import ExampleCommandLine
import ExampleRecording
import ExampleTerminal
import Foundation
import NotesModel
import Puredux

/// Notes on the whole screen of a terminal.
///
/// Screens, a sheet and a dialog are presented and dismissed. Without a terminal, the program prints the first screen.
package enum NotesProgram {
  @MainActor
  package static func main() async {
    StandardStreams.prepare()
    let arguments = CommandLine.arguments.dropFirst()
    guard let options = Options(arguments) else {
      let complaint = CommandLineOptions.complaint(about: arguments) { Options($0) != nil }
      fail("Notes: \(complaint)\n\n\(Options.usage)")
    }
    guard let state = options.link.map({ NotesState(link: $0) }) ?? NotesState() else {
      fail("There is nothing at \(options.link ?? "").")
    }
    do throws(OutputFailure) {
      if options.isHelp {
        try StandardStreams.printLines(Options.usage.components(separatedBy: "\n"))
      } else {
        readSession(options.recording)
        try await run(state, options)
      }
    } catch {
      StandardStreams.exit("Notes", because: error)
    }
  }

  @MainActor
  private static func run(_ state: NotesState, _ options: Options) async throws(OutputFailure) {
    // On the main actor, so that a key sees the changes of the previous key.
    let root = StateStore<NotesState, NotesAction>(state, named: "notes", runner: .main) { $0.reduce($1) }
    do throws(RecordingProblem) {
      try options.recording.begin(root, tell: StandardStreams.reportBeforeScreen)
    } catch {
      fail("\(error)", status: EX_CANTCREAT)
    }
    let stores = NotesStores(root)
    guard let session = try TerminalSession.start() else {
      await press(options.keys ?? "", stores)
      let page = Page(stores)
      return try StandardStreams.printLines((page.rows + [page.footer]).map(\.text))
    }
    let subscription = stores.root.subscribe { _ in
      MainActor.assumeIsolated { session.show(Page(stores).rows(session.size)) }
    }
    let keys = Keys(stores: stores)
    for await event in session.events {
      switch event {
      case .key(let key):
        guard keys.press(key) else { continue }
        session.close()
        exit(0)
      case .paste(let text): for character in text { _ = keys.press(.character(character)) }
      case .redraw(let size): session.show(Page(stores).rows(size))
      case .end(let reason):
        session.close()
        exit(reason.exitStatus)
      }
    }
    withExtendedLifetime(subscription) {}
  }

  /// Presses keys like a user who waits until the sign-in is complete.
  @MainActor
  private static func press(_ text: String, _ stores: NotesStores) async {
    let keys = Keys(stores: stores)
    var parser = InputParser()
    for input in parser.parse(text.utf8) + parser.expire() {
      guard case .key(let key) = input, !keys.press(key) else { return }
      for await state in stores.root.states() where !state.signIn.isInProgress { break }
    }
  }

  /// Reads a session if one was requested, and then ends the program.
  @MainActor
  private static func readSession(_ options: RecordingOptions) {
    // The root alone: a test of the session needs no stores of screens, which end if nothing retains them.
    let making = "StateStore(NotesState(), named: \"notes\") { $0.reduce($1) }.signingIn()"
    let reader = SessionReader(
      making: making,
      tree: {
        let root = NotesStores.Root(NotesState(), named: "notes", runner: .main) { $0.reduce($1) }
        return (root, { root.screen(named: $0) })
      })
    reader.readAndExit(options, as: "Notes")
  }

  private static func fail(_ text: String, status: Int32 = EX_USAGE) -> Never {
    for line in text.components(separatedBy: "\n") { StandardStreams.reportLine(line) }
    exit(status)
  }
}
