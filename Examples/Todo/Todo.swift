import Dispatch
import Foundation
import Puredux

/// A list of things to do, on the whole screen of a terminal. Without a terminal the list is printed.
@main
enum Todo {
  private static let usage = """
    Usage: Todo [--help]
    Shows a list of things to do on the whole terminal; without a terminal the list is printed.
    """

  @MainActor
  static func main() {
    switch CommandLine.arguments.dropFirst() {
    case []: run()
    case ["--help"]: print(usage)
    default:
      FileHandle.standardError.write(Data((usage + "\n").utf8))
      exit(64)
    }
  }

  @MainActor
  private static func run() {
    let initial = TodoState(texts: ["Buy milk", "Write the report", "Call Ada"])
    // On the main actor, so that a key sees what the key before it changed.
    let store = StateStore<TodoState, TodoAction>(initial, runner: .main) { $0.reduce($1) }
    guard let terminal = Terminal() else {
      ListScreen.rows(store.state, nil).map(\.text).filter { !$0.isEmpty }.dropLast().forEach { print($0) }
      return
    }
    let application = TodoApplication(terminal, store)
    application.start()
    withExtendedLifetime(application) { dispatchMain() }
  }
}
