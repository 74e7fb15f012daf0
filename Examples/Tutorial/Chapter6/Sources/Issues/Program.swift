import Foundation
import Puredux
import PureduxPersistence

@main
struct Program {
  static func main() async {
    let server = DemoServer(failures: 0)
    let (store, file) = Dependencies.with {
      $0.issueServer = IssueServer(server)
    } operation: {
      Tracker.store(in: FileStorage(URL(fileURLWithPath: "issues.json")))
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
    await file.flush()
  }

  /// The next typed line, or nil at the end of the input.
  private static func nextLine() -> String? {
    print("> ", terminator: "")
    fflush(nil)
    return readLine()
  }
}
