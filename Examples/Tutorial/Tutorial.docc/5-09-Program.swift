import Foundation
import Puredux

@main
struct Program {
  static func main() async {
    let server = DemoServer(failures: 0)
    let store = Dependencies.with {
      $0.issueServer = IssueServer(server)
    } operation: {
      StateStore(feature: Tracker()) { $0.reduce($1) }
    }
    await store.send(.list(.load))
    while true {
      for await tracker in store.states() where !tracker.isWaiting { break }
      print(store.state.text)
      guard let line = nextLine() else { break }
      if line == "offline" || line == "online" {
        await server.setOnline(line == "online")
        if line == "online" { await store.send(.connected) }
      } else if let action = Tracker.Action(line, in: store.state) {
        await store.send(action)
      } else {
        print("Please type load, add, toggle, find, undo, redo, open, back, edit, offline or online.")
      }
    }
  }

  /// The next typed line, or nil at the end of the input.
  private static func nextLine() -> String? {
    print("> ", terminator: "")
    fflush(nil)
    return readLine()
  }
}
