import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let store = StateStore(feature: IssueList(), runner: .main) { $0.reduce($1) }
  await store.send(.add("Crash on launch"))
  await store.send(.add("Typo in the title"))
  let host = ViewHost(IssueListView(store: store))
  host.appear()
  await host.until { host.texts.contains("○ Crash on launch") }
  host.tap("○ Crash on launch")
  await host.until { host.texts.contains("● Crash on launch") }
  host.type("Search is slow", into: "New issue")
  await host.until { host.texts.contains("Add") }
  return host
}
