import Foundation
import Puredux
import PureduxTesting
import Testing

/// The kinds of work that the document counts as side effects, other than requests over the network.
@Suite struct EffectKindTests {
  private enum Action: Sendable {
    case begin, end
    case told(String)
  }

  private struct Desk: Sendable {
    var isOpen = false
    var notes: [String] = []

    mutating func reduce(_ action: Action) {
      switch action {
      case .begin: isOpen = true
      case .end: isOpen = false
      case .told(let note): notes.append(note)
      }
    }
  }

  private let context = TestContext()
  private var desk: StateStore<Desk, Action> {
    context.run { StateStore<Desk, Action>(Desk()) { state, action in state.reduce(action) } }
  }

  @Test func `timer events arrive as long as the state requests them`() {
    let store = desk.effect(toggle: \.isOpen) { _, dispatch in
      Effect {
        for tick in 1... {
          try await StoreContext.current.clock.sleep(.seconds(60))
          dispatch(.told("tick \(tick)"))
        }
      }
    }
    store.dispatch(.begin)
    context.advance(by: .seconds(180))
    store.dispatch(.end)
    context.advance(by: .seconds(3600))
    #expect(store.state.notes == ["tick 1", "tick 2", "tick 3"])
    #expect(context.runningWork == [])
  }

  @Test func `callbacks of a service arrive as long as the state requests them`() {
    let (places, service) = AsyncStream.makeStream(of: String.self)
    let store = desk.effect(toggle: \.isOpen) { _, dispatch in
      Effect { for await place in places { dispatch(.told(place)) } }
    }
    store.dispatch(.begin)
    context.runUntilIdle()
    service.yield("Turin")
    service.yield("Milan")
    context.runUntilIdle()
    store.dispatch(.end)
    context.runUntilIdle()
    service.yield("Rome")
    context.runUntilIdle()
    #expect(store.state.notes == ["Turin", "Milan"])
  }

  @Test func `a file is read as a side effect`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("kept".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let told = Recorder<[String]>()
    let store = StateStore<Desk, Action>(Desk()) { state, action in state.reduce(action) }
      .effect(toggle: \.isOpen) { _, dispatch in
        Effect { dispatch(.told(try String(contentsOf: file, encoding: .utf8))) }
      }
    let token = store.subscribe { if !$0.notes.isEmpty { told.record($0.notes) } }
    store.dispatch(.begin)
    #expect(await told.values(count: 1) == [["kept"]])
    token.cancel()
  }
}
