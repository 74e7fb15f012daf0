import Puredux

@main
struct Program {
  static func main() async {
    let store = StateStore(feature: IssueList()) { $0.reduce($1) }
    await store.send(.add("Crash on launch"))
    await store.send(.add("Typo in the title"))
    await store.send(.toggle(1))
    for issue in store.state.issues { print(issue.isOpen ? "○" : "●", issue.id, issue.title) }
  }
}
