import Puredux
import PureduxTesting
import Testing

private enum Action: Sendable {
  case setQuery(String)
  case setAlbums([String])
  case setError(String)
}

private struct AlbumList: Sendable, Equatable {
  var query = ""
  var albums: [String] = []
  var problem: String?

  mutating func reduce(_ action: Action) {
    switch action {
    case .setQuery(let query): self.query = query
    case .setAlbums(let albums): self.albums = albums
    case .setError(let text): problem = text
    }
  }
}

private struct NoSuchAlbum: Error {}

/// A debounced subscription to a part of the state, as one effect.
///
/// It switches to the latest query, and catches errors.
@Suite struct AlbumSearchTests {
  private let context = TestContext()
  private let asked = Recorder<String>()
  private let store: StateStore<AlbumList, Action>

  init() {
    let asked = asked
    store = context.run { StateStore<AlbumList, Action>(AlbumList()) { state, action in state.reduce(action) } }
      .effect(onChange: \.query) { state, dispatch in
        Effect {
          let clock = StoreContext.current.clock
          try await clock.sleep(.seconds(1))
          asked.record(state.query)
          // The service is slow.
          try await clock.sleep(.seconds(5))
          if state.query == "?" { throw NoSuchAlbum() }
          dispatch(.setAlbums([state.query + " 1", state.query + " 2"]))
        } onError: { _ in
          dispatch(.setError("nothing of \(state.query)"))
        }
      }
  }

  @Test func `a service is called when the query has not changed for a second`() {
    for query in ["B", "Ba", "Bach"] {
      store.dispatch(.setQuery(query))
      context.advance(by: .milliseconds(900))
    }
    #expect(asked.values == [])
    context.advance(by: .milliseconds(100))
    #expect(asked.values == ["Bach"])
    context.advance(by: .seconds(5))
    #expect(store.state.albums == ["Bach 1", "Bach 2"])
  }

  @Test func `the answer to an outdated query is dropped`() {
    store.dispatch(.setQuery("Bach"))
    context.advance(by: .seconds(3))
    store.dispatch(.setQuery("Ravel"))
    context.advance(by: .seconds(60))
    #expect(asked.values == ["Bach", "Ravel"])
    #expect(store.state.albums == ["Ravel 1", "Ravel 2"])
  }

  @Test func `an error of the service becomes an action`() {
    store.dispatch(.setQuery("?"))
    context.advance(by: .seconds(6))
    #expect(store.state.problem == "nothing of ?")
  }
}
