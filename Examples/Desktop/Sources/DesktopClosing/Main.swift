import CGTK
import Foundation
import GTKSupport
import Puredux
import TodoModel
import TodoWindow

/// Opens windows, and closes them in the middle of updates, while another thread dispatches actions.
///
/// `DesktopClosing ROUNDS`. It fails if a window was not closed, or remains in memory.
@main
@MainActor
enum Main {
  static func main() {
    guard CommandLine.arguments.count == 2, let rounds = Int(CommandLine.arguments[1]), rounds > 0 else {
      print("Usage: DesktopClosing ROUNDS")
      exit(EX_USAGE)
    }
    var state = TodoState()
    state.list = TodoList(texts: (0..<200).map { "Item \($0 + 1)" })
    let store = TodoStore.todo(state, runner: .queue())
    let application = TodoApplication(store)
    let closer = WindowCloser(application, rounds: rounds)
    _ = application.run { window in
      move(store)
      closer.begin()
    }
    exit(closer.report() ? EXIT_SUCCESS : EXIT_FAILURE)
  }

  /// Moves the first rows, so that each update changes the list.
  private static func move(_ store: TodoStore) {
    Thread.detachNewThread {
      var number = 0
      while true {
        store.dispatch(.move(1 + number % 5, before: 1 + (number + 3) % 5))
        store.dispatch(.toggle(1 + number % 9))
        number += 1
        Thread.sleep(forTimeInterval: 0.0005)
      }
    }
  }
}
