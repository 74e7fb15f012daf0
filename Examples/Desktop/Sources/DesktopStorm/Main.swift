import CGTK
import Foundation
import GTKSupport
import Puredux
import TodoModel
import TodoWindow

/// Opens the window, dispatches actions from another thread, and measures how soon clicks are shown.
///
/// `DesktopStorm ITEMS RATE SECONDS [rows]`. A click on a button for details counts; a script makes the clicks. With
/// `rows`, the actions add, move and remove items instead of toggling them, and the first rows come and go.
@main
@MainActor
enum Main {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3 else {
      print("Usage: DesktopStorm ITEMS RATE SECONDS [rows]")
      exit(EX_USAGE)
    }
    let (items, rate, seconds) = (numbers[0], numbers[1], numbers[2])
    var state = TodoState()
    state.list = TodoList(texts: (0..<items).map { "Item \($0 + 1)" })
    let store = TodoStore.todo(state, runner: .queue())
    let changesRows = CommandLine.arguments.contains("rows")
    let meter = ClickMeter()
    _ = TodoApplication(store).run { window in
      meter.watch(window)
      if rate > 0 {
        storm(store, rate, seconds) { changesRows ? rowChange($0, items) : toggle($0, items) }
      }
    }
    meter.report()
  }

  /// Half of the actions are for the first rows, which are visible.
  nonisolated private static func toggle(_ number: Int, _ items: Int) -> TodoAction {
    .toggle(number.isMultiple(of: 2) ? 1 + number / 2 % min(12, items - 1) : number % items)
  }

  /// Removes the first item, adds one at the end, and moves that one to the front or behind the first ones.
  nonisolated private static func rowChange(_ number: Int, _ items: Int) -> TodoAction {
    let (round, step) = number.quotientAndRemainder(dividingBy: 3)
    return switch step {
    case 0: .add("Item \(round)")
    case 1: .move(items + round, before: round + 1 + round % 4)
    default: .remove(round)
    }
  }

  private static func storm(
    _ store: TodoStore, _ rate: Int, _ seconds: Int, _ action: @escaping @Sendable (_ number: Int) -> TodoAction
  ) {
    Thread.detachNewThread {
      let start = ContinuousClock.now
      var sent = 0
      while sent < rate * seconds {
        let due = Int((ContinuousClock.now - start) / .milliseconds(1)) * rate / 1000
        while sent < min(due, rate * seconds) {
          store.dispatch(action(sent))
          sent += 1
        }
        Thread.sleep(forTimeInterval: 0.001)
      }
      let time = ContinuousClock.now - start
      FileHandle.standardError.write(Data("\(sent) actions dispatched in \(time)\n".utf8))
    }
  }
}
