import CGTK
import Foundation
import GTKSupport
import Puredux
import TodoModel
import TodoWindow

/// Opens the window, dispatches actions from another thread, and measures how soon clicks are shown.
///
/// `DesktopStorm ITEMS RATE SECONDS`. A click on a button for details counts; a script makes the clicks.
@main
@MainActor
enum Main {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3 else {
      print("Usage: DesktopStorm ITEMS RATE SECONDS")
      exit(EX_USAGE)
    }
    let (items, rate, seconds) = (numbers[0], numbers[1], numbers[2])
    var state = TodoState()
    state.list = TodoList(texts: (0..<items).map { "Item \($0 + 1)" })
    let store = TodoStore.todo(state, runner: .queue())
    let meter = ClickMeter()
    _ = TodoApplication(store).run { window in
      meter.watch(window)
      if rate > 0 { storm(store, items, rate, seconds) }
    }
    meter.report()
  }

  /// Half of the actions are for the first rows, which are visible.
  private static func storm(_ store: TodoStore, _ items: Int, _ rate: Int, _ seconds: Int) {
    Thread.detachNewThread {
      let start = ContinuousClock.now
      var sent = 0
      while sent < rate * seconds {
        let due = Int((ContinuousClock.now - start) / .milliseconds(1)) * rate / 1000
        while sent < min(due, rate * seconds) {
          store.dispatch(.toggle(sent.isMultiple(of: 2) ? 1 + sent / 2 % min(12, items - 1) : sent % items))
          sent += 1
        }
        Thread.sleep(forTimeInterval: 0.001)
      }
      let time = ContinuousClock.now - start
      FileHandle.standardError.write(Data("\(sent) actions dispatched in \(time)\n".utf8))
    }
  }
}
