import Puredux
import PureduxPersistence
import SwiftUI
import Testing

@testable import Practice

/// The views of an example that keeps its features in one state.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PracticeTests {
  @Test func `a user writes a routine, practices it, and reads the advice`() async throws {
    let store = Studio.makeStore(in: MemoryStorage())
    let host = ViewHost(StudioView(store: store))
    host.appear()
    await host.until { host.texts.contains("New routine") }
    host.tap("New routine")
    await host.until { host.text(in: "Title") == "" }
    host.type("Morning", into: "Title")
    host.type("Scales", into: "Exercise")
    host.tap("Longer")
    await host.until { host.texts.contains("Save") }
    host.tap("Save")
    await host.until { host.texts.contains("Morning, 6 min") && !host.texts.contains("Save") }

    host.tap("Morning, 6 min")
    await host.until { host.texts.contains("Scales: 6 min") }
    host.tap("Start")
    // The session's clock is the real one, so it may have gone on by seconds.
    await host.until { host.texts.contains { $0.hasPrefix("Scales: 3") && $0.hasSuffix(" s") } }
    host.tap("End")
    await host.until { host.texts.contains("End this session?") }
    host.tap("End and keep it")
    await host.until { host.texts.contains { $0.hasPrefix("Take of") } }

    host.tap(try #require(host.texts.first { $0.hasPrefix("Take of") }))
    await host.until { host.texts.contains { $0.hasSuffix(" seconds") } }
    host.goBack()
    await host.until { !host.texts.contains { $0.hasSuffix(" seconds") } }
    host.tap("Delete the routine")
    await host.until { host.texts.contains("Delete Morning?") }
    host.tap("Delete")
    await host.until { !host.texts.contains("Morning, 6 min") }
    #expect(store.state.path.isEmpty && store.state.list.routines.isEmpty)
  }
}
