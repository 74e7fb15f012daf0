import Foundation
import Puredux
import PureduxPersistence
import TodoModel
import TodoWindow

/// A to-do list in a window.
@main
@MainActor
enum Main {
  private static let usage = """
    Usage: Desktop [--file PATH] [--items NUMBER] [--dark] [--help]
    Shows a list of things to do in a window of GTK 4.

      --file PATH     keep the list in this file, and go on with it next time; without it nothing is kept
      --items NUMBER  begin with so many items, up to a million
      --dark          begin with the dark appearance
      --help          print this
    """

  static func main() {
    var (arguments, file, state) = (CommandLine.arguments.dropFirst(), TodoFile?.none, TodoState())
    while let argument = arguments.popFirst() {
      switch argument {
      case "--file":
        guard let path = arguments.popFirst() else { fail(usage, status: EX_USAGE) }
        file = TodoFile(path: path)
      case "--items":
        guard let count = arguments.popFirst().flatMap({ Int($0) }), (0...1_000_000).contains(count) else {
          fail(usage, status: EX_USAGE)
        }
        state.list = TodoList(texts: (0..<count).map { "Item \($0 + 1)" })
      case "--dark": state.reduce(.setDark(true))
      case "--help", "-h": return print(usage)
      default: fail(usage, status: EX_USAGE)
      }
    }
    run(state, file)
  }

  private static func run(_ state: TodoState, _ file: TodoFile?) {
    let store = TodoStore.todo(state, runner: .queue())
    let persistence = file.map { store.persist(\.list, in: $0.archive, removeDuplicates: .equal { $0.list }) }
    let application = TodoApplication(store, persistence)
    if let file { application.show(file.problems) }
    if !application.run() { fail("The list could not be kept.", status: EX_IOERR) }
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(status)
  }
}
