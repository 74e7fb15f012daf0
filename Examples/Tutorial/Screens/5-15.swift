import Puredux
import PureduxPersistence
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let server = DemoServer(failures: 0)
  let store = Dependencies.with {
    $0.issueServer = IssueServer(server)
  } operation: {
    Tracker.store(in: MemoryStorage()).store
  }
  let host = ViewHost(TrackerView(store: store))
  host.appear()
  await host.until { host.texts.contains("○ Search is slow") }
  await server.setOnline(false)
  await store.send(.list(.toggle(1)))
  await host.until { host.texts.contains("Not sent yet: 1") && host.texts.contains("Undo Close") }
  return host
}
