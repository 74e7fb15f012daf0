import Dispatch
import ExampleCommandLine
import ExampleRecording
import ExampleTerminal
import Foundation
import Puredux
import PureduxPersistence
import TodoModel

/// A to-do list on the whole screen of a terminal. Without a terminal, it prints the list.
package enum TodoProgram {
  @MainActor
  package static func main() async {
    StandardStreams.prepare()
    let arguments = CommandLine.arguments.dropFirst()
    guard let options = Options(arguments) else {
      let complaint = CommandLineOptions.complaint(about: arguments) { Options($0) != nil }
      fail("Todo: \(complaint)\n\n\(Options.usage)", status: EX_USAGE)
    }
    do throws(OutputFailure) {
      if options.isHelp {
        try StandardStreams.printLines(Options.usage.components(separatedBy: "\n"))
      } else {
        try await run(options)
      }
    } catch {
      StandardStreams.exit("Todo", because: error)
    }
  }

  @MainActor
  private static func run(_ options: Options) async throws(OutputFailure) {
    readSession(options.recording)
    guard StandardStreams.isTerminal else { return try await runWithoutTerminal(options) }
    let log = options.log.flatMap(ActionLog.init)
    if let path = options.log, log == nil { fail("Nothing can be written to \(path)", status: EX_CANTCREAT) }
    // On the main actor, so that a key sees the changes of the previous key.
    let store = TodoStore.todo(runner: .main, log: log)
    do throws(RecordingProblem) {
      try options.recording.begin(store, tell: StandardStreams.reportBeforeScreen)
    } catch {
      fail("\(error)", status: EX_CANTCREAT)
    }
    guard let session = try TerminalSession.start() else { fail("The terminal cannot be used.", status: EX_IOERR) }
    let file = options.file.map(TodoFile.init)
    let persistence = file.map { store.persist(\.list, in: $0.archive, removeDuplicates: .equal { $0.list }) }
    let application = TodoApplication(session, store, persistence)
    if let file { application.show(file.problems) }
    await application.run()
  }

  /// Presses the requested keys, saves the list if a file was specified, and prints the list.
  @MainActor
  private static func runWithoutTerminal(_ options: Options) async throws(OutputFailure) {
    var state = TodoState()
    let file = options.file.map(TodoFile.init)
    if let list = file?.read() {
      state.list = list
    } else if let file {
      // A missing file is not a problem, but an unreadable file is.
      for await problem in file.problems { fail(problem, status: EX_DATAERR) }
    }
    let store = TodoStore.todo(state, runner: .main)
    do throws(RecordingProblem) {
      try options.recording.begin(store, tell: StandardStreams.reportBeforeScreen)
    } catch {
      fail("\(error)", status: EX_CANTCREAT)
    }
    press(options.keys ?? "", store)
    if let file, options.keys != nil, !file.archive.save(store.state.list) {
      fail("\(options.file ?? "the file") could not be used, and the list is not saved", status: EX_CANTCREAT)
    }
    try StandardStreams.printLines(ListScreen.lines(store.state))
  }

  @MainActor
  private static func press(_ keys: String, _ store: TodoStore) {
    var parser = InputParser()
    var screens: [any Screen] = [ListScreen(store)]
    for input in parser.parse(keys.utf8) + parser.expire() {
      guard case .key(let key) = input, let screen = screens.last else { continue }
      switch screen.handle(key) {
      case .stay: break
      case .open(let next): screens.append(next)
      case .back: screens.removeLast()
      case .quit: return
      }
    }
  }

  /// Reads a session if one was requested, and then ends the program.
  @MainActor
  private static func readSession(_ options: RecordingOptions) {
    let reader = SessionReader(
      making: "TodoStore.todo(runner: ManualRunner())",
      tree: {
        let root = TodoStore.todo(runner: .main)
        return (root, { $0 == "screen" ? root.screen() : nil })
      })
    reader.readAndExit(options, as: "Todo")
  }

  static func fail(_ text: String, status: Int32) -> Never {
    for line in text.components(separatedBy: "\n") { StandardStreams.reportLine(line) }
    exit(status)
  }
}
