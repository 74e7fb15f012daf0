import PureduxQuery
import PureduxTesting
import Testing

/// Stories of features with queries.
@Suite struct `A story with queries` {
  private let failures = Recorder<String>()

  private func story(_ body: (TestStore<Notes, NotesAction>, EditableStoreQueries<AddMark, NotesAction>) -> Void) {
    let queries = Guarded<EditableStoreQueries<AddMark, NotesAction>?>(nil)
    let store = StoreContext.with {
      $0.failureReporter = FailureReporter { [failures] text, _ in failures.record("\(text)") }
    } operation: {
      TestStore(exhaustivity: .full) {
        let store = StateStore<Notes, NotesAction>(Notes(.init())) { $0.reduce($1) }
        let server = Server()
        queries.withLock {
          $0 = store.queries({ $0.notes }, action: NotesAction.notes) {
            try await server.fetch($0)
          } send: {
            try await server.send($0, $1, answers: true)
          }
        }
        return store
      }
    }
    if let queries = queries.withLock({ $0 }) { body(store, queries) }
  }

  @Test func `ends although the timer for the removal of unused answers is waiting`() {
    story { store, queries in
      let use = queries.use(1)
      store.receive("use", where: { if case .notes(.use) = $0 { true } else { false } }, .partial)
      store.advance(by: .seconds(1))
      store.receive("answered", where: { if case .notes(.answered) = $0 { true } else { false } }, .partial)
      use.cancel()
      store.receive("use", where: { if case .notes(.use) = $0 { true } else { false } }, .partial)
      store.finish()
    }
    #expect(failures.values == [])
  }

  @Test func `does not end while a fetch is in progress`() {
    story { store, queries in
      let use = queries.use(1)
      store.receive("use", where: { if case .notes(.use) = $0 { true } else { false } }, .partial)
      store.finish()
      use.cancel()
    }
    #expect(failures.values.count == 1 && failures.values.first?.contains("Still running:\n  query") == true)
  }
}
