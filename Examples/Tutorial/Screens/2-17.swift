import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let store = Dependencies.with {
    $0.issueServer = IssueServer(DemoServer(failures: 0))
  } operation: {
    StateStore(feature: IssueList(), runner: .main) { $0.reduce($1) }
  }
  let host = ViewHost(IssueListView(store: store))
  host.appear()
  store.dispatch(.load)
  await host.until { host.texts.contains("○ Search is slow") }
  await host.pull()
  await host.until { !host.outline.contains("progress") }
  return host
}
