import Foundation
import Puredux

@main
struct Program {
  static func main() async {
    let store = Dependencies.with {
      $0.issueServer = IssueServer(DemoServer(failures: 3))
    } operation: {
      StateStore(feature: IssueList()) { $0.reduce($1) }
    }
    var action: IssueList.Action? = .load
    repeat {
      if let action { await store.send(action) } else { print("Please type load, add TITLE or toggle NUMBER.") }
      for await list in store.states() where !list.loading.isInProgress { break }
      print(store.state.text)
      guard let line = nextLine() else { break }
      action = IssueList.Action(line)
    } while true
  }

  /// The next typed line, or nil at the end of the input.
  private static func nextLine() -> String? {
    print("> ", terminator: "")
    fflush(nil)
    return readLine()
  }
}
