import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let store = StateStore(feature: Tracker(), runner: .main) { $0.reduce($1) }
  await store.send(.list(.load))
  for await tracker in store.states() where !tracker.isWaiting { break }
  await store.send(.open(1))
  let host = ViewHost(IssueDetailView(tracker: store, id: 1))
  host.appear()
  await host.until { host.texts.contains("A restart helps.") }
  return host
}
