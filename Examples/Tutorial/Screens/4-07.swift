import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let store = StateStore(feature: IssueList(), runner: .main) { $0.reduce($1) }
  let host = ViewHost(IssueListView(store: store))
  host.appear()
  store.dispatch(.load)
  await host.until { host.texts.contains("○ Search is slow") }
  host.type("slow", into: "Search")
  await host.until { !host.texts.contains("○ Crash on launch") && !host.outline.contains("progress") }
  return host
}
