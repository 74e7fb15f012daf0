import Foundation
import Puredux

@main
struct Program {
  static func main() async {
    let store = StateStore(feature: IssueList()) { $0.reduce($1) }
    await store.send(.load)
    for await list in store.states() where !list.loading.isInProgress { break }
    print(store.state.text)
    print("Type add TITLE or toggle NUMBER. Control-D ends the program.")
    while let line = nextLine() {
      guard let action = IssueList.Action(line) else {
        print("Please type add TITLE or toggle NUMBER.")
        continue
      }
      await store.send(action)
      print(store.state.text)
    }
  }

  /// The next typed line, or nil at the end of the input.
  private static func nextLine() -> String? {
    print("> ", terminator: "")
    fflush(nil)
    return readLine()
  }
}
