import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let store = StateStore(feature: IssueList(), runner: .main) { $0.reduce($1) }
  let host = ViewHost(IssueListView(store: store))
  host.appear()
  store.dispatch(.load)
  await host.until { host.texts.contains("○ Search is slow") }
  await store.send(.toggle(1))
  await store.send(.toggle(2))
  await store.send(.undo)
  await host.until { host.texts.contains("Redo Open") && host.texts.contains("● Crash on launch") }
  return host
}
