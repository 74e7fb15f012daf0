import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct OnboardingTests {
  @Test func `a step requires its field, and the summary leads back to any step`() {
    let store = TestStore { StateStore(feature: Onboarding()) { $0.reduce($1) } }
    store.send(.next)
    store.send(.edit(.name("Ada"))) { $0.draft.name = "Ada" }
    store.send(.next) { $0.path = [.topics] }
    store.send(.next)
    store.send(.edit(.topics(["Swift"]))) { $0.draft.topics = ["Swift"] }
    store.send(.next) { $0.path = [.topics, .summary] }
    store.send(.edited(.topics)) { $0.path = [.topics] }
    store.send(.navigated(PathChange(from: [.topics], to: []))) { $0.path = [] }
    store.send(.next) { $0.path = [.topics] }
    store.send(.next) { $0.path = [.topics, .summary] }
    store.send(.next) { $0.isDone = true }
    store.finish()
  }
}
