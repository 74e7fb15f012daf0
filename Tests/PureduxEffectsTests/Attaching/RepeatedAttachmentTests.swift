import PureduxEffects
import PureduxTesting
import Testing

/// Effects that are attached to a projection repeatedly.
struct RepeatedAttachmentTests {
  private let lab = Lab()

  private func attach(_ store: StateStore<Job, Job.Action>, name: String = "load") {
    store.map(state: { $0.job }).effect(\.self, name: name) { _, dispatch in Effect { dispatch(.result(1)) } }
  }

  @Test func `an effect that is attached to a new projection more than a few times is reported, once`() throws {
    let store = lab.store(Job(), reducer: Job.reduce)
    for _ in 0..<8 { attach(store) }
    attach(store, name: "another")
    #expect(lab.misuse.values.isEmpty)
    for _ in 0..<20 { attach(store) }
    #expect(lab.misuse.values.count == 1)
    #expect(try #require(lab.misuse.values.first).whatHappened.contains("load"))
  }

  @Test func `effects that end with their token, and those of stores, are not reported`() {
    let store = lab.store(Job(), reducer: Job.reduce)
    for _ in 0..<20 {
      let token = store.effects { attach($0) }
      token.cancel()
      store.effect(\.job, name: "load") { _, _ in Effect {} }
    }
    #expect(lab.misuse.values.isEmpty)
  }
}
