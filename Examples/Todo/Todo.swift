import Dispatch
import Foundation
import Puredux
import PureduxPersistence

/// A list of things to do, on the whole screen of a terminal. Without a terminal the list is printed.
@main
enum Todo {
  @MainActor
  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else { fail(Options.usage, status: 64) }
    if options.isHelp { print(Options.usage) } else { run(options) }
  }

  @MainActor
  private static func run(_ options: Options) {
    guard let terminal = Terminal() else { return printList(options.file) }
    let log = options.log.flatMap(ActionLog.init)
    if let path = options.log, log == nil { fail("Nothing can be written to \(path)", status: 73) }
    // On the main actor, so that a key sees what the key before it changed.
    let store = StateStore<TodoState, TodoAction>(
      TodoState(), runner: .main, middleware: ActionLog.middleware(log)
    ) { $0.reduce($1) }
    let file = options.file.map(ListFile.init)
    let keeping = file.map { store.persist(\.list, in: $0.archive, removeDuplicates: .equal { $0.list }) }
    let application = TodoApplication(terminal, store, keeping)
    application.start()
    if let file { application.tell(file.problems) }
    withExtendedLifetime(application) { dispatchMain() }
  }

  private static func printList(_ path: String?) {
    var state = TodoState()
    let archive = path.map { Archive<TodoList>(FileStorage(URL(fileURLWithPath: $0))) }
    if let kept = archive?.restore() { state.list = kept }
    ListScreen.rows(state, nil).map(\.text).filter { !$0.isEmpty }.dropLast().forEach { print($0) }
  }

  static func fail(_ text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(status)
  }
}
