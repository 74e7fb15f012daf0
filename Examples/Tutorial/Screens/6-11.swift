import Puredux
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let host = ViewHost(TrackerPreview.previews)
  host.appear()
  await host.until { host.texts.contains("Try again") && host.texts.contains("Not sent yet: 1") }
  return host
}
