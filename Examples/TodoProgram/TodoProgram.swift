import Dispatch
import ExampleCommandLine
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
    guard let options = Options(CommandLine.arguments.dropFirst()) else { fail(Options.usage, status: EX_USAGE) }
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
    guard StandardStreams.isTerminal else { return try await printList(options.file.map(TodoFile.init)) }
    let log = options.log.flatMap(ActionLog.init)
    if let path = options.log, log == nil { fail("Nothing can be written to \(path)", status: EX_CANTCREAT) }
    guard let session = try TerminalSession.start() else { return try await printList(options.file.map(TodoFile.init)) }
    // On the main actor, so that a key sees what the key before it changed.
    let store = TodoStore.todo(runner: .main, log: log)
    do throws(RecordingProblem) {
      try options.recording.begin(store, tell: StandardStreams.reportLine)
    } catch {
      session.close()
      fail("\(error)", status: EX_CANTCREAT)
    }
    let file = options.file.map(TodoFile.init)
    let persistence = file.map { store.persist(\.list, in: $0.archive, removeDuplicates: .equal { $0.list }) }
    let application = TodoApplication(session, store, persistence)
    if let file { application.show(file.problems) }
    await application.run()
  }

  private static func printList(_ file: TodoFile?) async throws(OutputFailure) {
    var state = TodoState()
    if let list = file?.read() {
      state.list = list
    } else if let file {
      // A missing file is not a problem, a file that cannot be read is.
      for await problem in file.problems { fail(problem, status: EX_DATAERR) }
    }
    try StandardStreams.printLines(ListScreen.lines(state))
  }

  static func fail(_ text: String, status: Int32) -> Never {
    for line in text.components(separatedBy: "\n") { StandardStreams.reportLine(line) }
    exit(status)
  }
}
