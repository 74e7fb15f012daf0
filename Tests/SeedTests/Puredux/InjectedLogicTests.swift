import Foundation
import Puredux
import Testing

private protocol Action: Sendable {}

private struct Stamp: Action {}

private struct Letter: Sendable {
  private(set) var stampedAt: Date?

  mutating func reduce(_ action: any Action) {
    switch action {
    case is Stamp:
      let today = Dependencies[\.today]
      stampedAt = today()
    default:
      break
    }
  }
}

extension Dependencies {
  @DependencyEntry fileprivate var today = { Date(timeIntervalSince1970: 1) }
}

extension SharedStores {
  @StoreEntry fileprivate var letter = StateStore<Letter, any Action>(Letter()) { state, action in
    state.reduce(action)
  }
}

@Suite struct InjectedLogicTests {
  @Test func `a reducer obtains external values from its dependencies`() async {
    let store = StateStore<Letter, any Action>(Letter()) { state, action in state.reduce(action) }
    await store.send(Stamp())
    #expect(store.state.stampedAt == Date(timeIntervalSince1970: 1))
  }

  @Test func `a dependency is replaced for the stores created in a scope`() async {
    let store = Dependencies.with {
      $0.today = { .distantPast }
    } operation: {
      StateStore<Letter, any Action>(Letter()) { state, action in state.reduce(action) }
    }
    await store.send(Stamp())
    #expect(store.state.stampedAt == .distantPast)
  }

  @Test func `a shared store is obtained by its key path`() async {
    #expect(SharedStores[\.letter].state.stampedAt == nil)
    await SharedStores[\.letter].send(Stamp())
    #expect(SharedStores[\.letter].state.stampedAt != nil)
  }
}
