import SwiftUI
import Testing

@testable import PureduxBindings

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PreviewTests {
  private func check(_ preview: some View) async {
    let host = ViewHost(preview)
    host.appear()
    await host.until { host.texts == ["Count: 0", "More"] }
    host.tap("More")
    await host.until { host.texts == ["Count: 1", "More"] }
  }

  @Test func `each preview counts its taps`() async {
    await check(StoreView_Previews.previews)
    await check(Subscribe_Previews.previews)
  }
}
