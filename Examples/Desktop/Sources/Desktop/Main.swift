import ExampleRecording
import Foundation
import Puredux
import PureduxPersistence
import TodoModel
import TodoWindow

/// A to-do list in a window.
@main
@MainActor
enum Main {
  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else { fail(Options.usage, status: EX_USAGE) }
    if options.isHelp { return print(Options.usage) }
    readSession(options.recording)
    run(options)
  }

  private static func run(_ options: Options) {
    let (store, file) = (TodoStore.todo(options.state, runner: .queue()), options.file)
    do throws(RecordingProblem) {
      try options.recording.begin(store, tell: tell)
    } catch {
      fail("\(error)", status: EX_CANTCREAT)
    }
    let persistence = file.map { store.persist(\.list, in: $0.archive, removeDuplicates: .equal { $0.list }) }
    let application = TodoApplication(store, persistence)
    if let file { application.show(file.problems) }
    if !application.run() { fail("The list could not be saved.", status: EX_IOERR) }
  }

  /// Reads a session if one was requested, and then ends the program.
  private static func readSession(_ options: RecordingOptions) {
    let reader = SessionReader(
      making: "TodoStore.todo(runner: ManualRunner())",
      tree: {
        let root = TodoStore.todo(runner: .main)
        return (root, { $0 == "window" ? root.window() : nil })
      })
    reader.readAndExit(options, as: "Desktop")
  }

  private static func tell(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

  private static func fail(_ text: String, status: Int32) -> Never {
    tell(text)
    exit(status)
  }
}
