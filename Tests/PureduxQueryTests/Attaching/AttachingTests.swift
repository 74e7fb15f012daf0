import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Queries of a store` {
  @Test func `a story of a query reads like any other`() {
    let server = Server()
    let story = TestStore(exhaustivity: .partial) {
      let store = StateStore<Notes, NotesAction>(Notes()) { $0.reduce($1) }
      let notes = store.queries({ $0.notes }, action: NotesAction.notes) {
        try await server.fetch($0)
      } send: { _, _ in
        [:]
      }
      return store.uses(notes) { _ in [1] }
    }
    story.receive("use", where: { if case .notes(.use(1, true, _)) = $0 { true } else { false } })
    story.advance(by: .seconds(1))
    story.receive("answer", where: { if case .notes(.answered(1, Note(), [])) = $0 { true } else { false } })
    #expect(story.state.notes.value(1) == Note())
    story.finish()
  }

  @Test func `values that are only fetched need no way to send`() {
    let context = TestContext()
    let products = context.run {
      let store = StateStore<QueryState<Int, String>, QueryAction<Int, String>>(QueryState(.init(keepUnused: nil))) {
        $0.reduce($1)
      }
      return store.queries({ $0 }, action: { $0 }) { "tea \($0)" }
    }
    let subscription = products[7].subscribe { _ in }
    context.runUntilIdle()
    #expect(products.value(7) == "tea 7")
    products.dispatch(.refetch(7))
    subscription.cancel()
  }
}
