import Foundation
import Puredux
import PureduxInspector
import PureduxTesting
import Testing

@testable import Studies

struct SessionReplayTests {
  @Test func `a session in a file gives the same states in another run`() throws {
    let context = TestContext()
    let store = context.run { Cart.store() }
    let recording = store.record()
    for action in [Cart.Action.add("tea", price: 4), .add("tea", price: 4), .remove("tea")] { store.dispatch(action) }
    context.runUntilIdle()

    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).session")
    defer { try? FileManager.default.removeItem(at: file) }
    try recording.write(to: file)
    let replay = try RecordedSession(contentsOf: file).replay { Cart.store() }
    #expect(replay.isFaithful && replay.state == store.state)
    #expect(!replay.state.isRight)

    let wrong = recording.events().first { !recording.state(of: store, after: $0.number).isRight }
    #expect(wrong?.description == "cart: remove(\"tea\")")
  }
}
