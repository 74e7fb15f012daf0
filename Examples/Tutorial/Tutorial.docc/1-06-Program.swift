import Puredux

@main
struct Program {
  static func main() async {
    let store = StateStore(feature: IssueList()) { $0.reduce($1) }
    let subscription = store.subscribe { list in print("Issues: \(list.issues.count)\n\(list.text)") }
    await store.send(.add("Crash on launch"))
    await store.send(.add("Typo in the title"))
    await store.send(.toggle(1))
    subscription.cancel()
  }
}
