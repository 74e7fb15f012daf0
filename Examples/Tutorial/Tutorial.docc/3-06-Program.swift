import Foundation
import Puredux

@main
struct Program {
  static func main() async {
    let store = StateStore(feature: Tracker()) { $0.reduce($1) }
    var action: Tracker.Action? = .list(.load)
    repeat {
      if let action { await store.send(action) } else { print("Please type load, add, toggle, open or back.") }
      for await tracker in store.states() where !tracker.isWaiting { break }
      print(store.state.text)
      guard let line = nextLine() else { break }
      action = Tracker.Action(line, in: store.state)
    } while true
  }

  /// The next typed line, or nil at the end of the input.
  private static func nextLine() -> String? {
    print("> ", terminator: "")
    fflush(nil)
    return readLine()
  }
}
