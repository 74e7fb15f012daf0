import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let store = StateStore(feature: Tracker(), runner: .main) { $0.reduce($1) }
  let host = ViewHost(TrackerView(store: store))
  host.appear()
  await host.until { host.texts.contains("○ Crash on launch") }
  host.tap("○ Crash on launch")
  await host.until { host.texts.contains("A restart helps.") }
  host.tap("Edit")
  await host.until { host.texts.contains("Save") }
  return host
}
