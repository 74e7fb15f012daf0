import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let store = Dependencies.with {
    $0.issueServer = IssueServer { throw Offline() }
  } operation: {
    StateStore(feature: IssueList(), runner: .main) { $0.reduce($1) }
  }
  let host = ViewHost(IssueListView(store: store))
  host.appear()
  store.dispatch(.load)
  await host.until { host.texts.contains("Try again") }
  return host
}
