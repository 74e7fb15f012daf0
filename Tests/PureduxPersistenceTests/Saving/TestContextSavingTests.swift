import PureduxPersistence
@testable import PureduxTesting
import SavedModel
import TestSupport
import Testing

/// Saves a store whose work only the test runs.
@Suite struct TestContextSavingTests {
  private let storage = WatchedStorage()
  private let failures = Recorder<String>()

  private func counter(_ context: TestContext) -> (StateStore<Int, Int>, Persistence) {
    context.run {
      let store = StateStore<Int, Int>(0) { $0 += $1 }
      return (store, store.persist(in: Archive(storage)))
    }
  }

  @Test func `flush can be awaited while its code is run to the end`() async {
    let context = TestContext()
    let (store, persistence) = counter(context)
    store.dispatch(3)
    #expect(await context.runToEnd { await persistence.flush() } == true)
    #expect(storage.text?.contains("3") == true)
  }

  @Test func `awaiting flush by itself fails at its line, and saves nevertheless`() async {
    let context = StoreContext.with {
      $0.failureReporter = FailureReporter { [failures] in failures.record("\($0) (line \($1.line))") }
    } operation: {
      TestContext()
    }
    context.waits.patience.withLock { $0.ready = .milliseconds(1) }
    let (store, persistence) = counter(context)
    store.dispatch(3)
    #expect(await persistence.flush()); let line = #line
    #expect(storage.text?.contains("3") == true)
    #expect(failures.values.first?.hasPrefix("`await flush` waits for stores of a `TestContext`") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
    withExtendedLifetime((context, store)) {}
  }

  @Test func `awaiting a read of a journal by itself fails at its line, and reads nevertheless`() async {
    let failures = Recorder<String>()
    let context = TestContext.impatient(telling: failures)
    let (memory, problems) = (MemoryStorage(), Recorder<PersistenceError>())
    let keeper = ShelfKeeper(memory)
    keeper.begin()
    let (store, following) = context.run {
      let store = StateStore<Shelf, Int>(Shelf()) { _, _ in }
      return (store, store.follow(Shelf.saved, in: Journal(in: memory, onProblem: { problems.record($0) })))
    }
    context.runUntilIdle()
    keeper.edit(upTo: 3)
    #expect(await following.look()); let line = #line
    #expect(store.state.turn.number == 3)
    #expect(failures.values.first?.hasPrefix("`await look` waits for stores of a `TestContext`") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
    withExtendedLifetime((context, store)) {}
  }
}
