import Observation
import Puredux
import PureduxTesting
import Testing

@testable import Studies

@MainActor
struct ObservedModelTests {
  @Test func `a tick does not invalidate a reader of the title`() async {
    let store = StateStore(feature: Clock(), runner: .main) { $0.reduce($1) }
    let model = StoreModel(store)
    let changes = Recorder<String>()
    withObservationTracking {
      _ = model.title
    } onChange: {
      changes.record("title")
    }
    withObservationTracking {
      _ = model.seconds
    } onChange: {
      changes.record("seconds")
    }
    store.dispatch(.tick)
    #expect(await changes.values(count: 1) == ["seconds"])
    store.dispatch(.rename("Watch"))
    #expect(await changes.values(count: 2) == ["seconds", "title"])
    #expect(model.title == "Watch" && model.seconds == 1)
  }
}
