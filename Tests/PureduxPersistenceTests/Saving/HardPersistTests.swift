import Foundation
import PureduxPersistence
import PureduxTesting
import TestSupport
import Testing

/// Released stores, shared files, states that cannot be encoded, and actions at the worst moment.
@Suite struct HardPersistTests {
  let clock = TestClock()
  let problems = Recorder<PersistenceError>()

  private func archive<State>(_ storage: some PersistenceStorage, version: Int = 1, migrations: [Migration<State>] = [])
    -> Archive<State>
  {
    Archive(storage, version: version, migrations: migrations, onProblem: { [problems] in problems.record($0) })
  }

  private func store<State>(
    _ state: State, runner: some StoreRunner = .queue(), reducer: @escaping Reducer<State, Int>
  ) -> StateStore<State, Int> {
    StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore(state, runner: runner, reducer: reducer)
    }
  }

  @Test func `an action reduced right after restoring, before anything is observed, is saved`() async {
    let storage = BusyStorage(#"{"state":[7],"version":1}"#)
    let store = store([0], runner: InlineRunner()) { $0.append($1) }
    storage.onRead { store.dispatch(1) }
    let persistence = store.persist(in: archive(storage))
    #expect(store.state == [7, 1])
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":[7,1],"version":1}"#)
  }

  @Test func `actions queued before restoring are reduced before it, and later actions after it, in order`() {
    let runner = ManualRunner()
    let store = store([0], runner: runner) { $0.append($1) }
    let seen = Recorder<[Int]>()
    store.dispatch(1)
    store.persist(in: archive(WatchedStorage(#"{"state":[7],"version":1}"#)))
    let subscription = store.subscribe { seen.record($0) }
    store.dispatch(2)
    store.dispatch(3)
    runner.runUntilIdle()
    #expect(seen.values == [[7], [7, 2], [7, 2, 3]])
    subscription.cancel()
  }

  @Test func `two stores of one process with the same file do not overwrite each other`() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (store([1]) { $0.append($1) }, store([2]) { $0.append($1) })
    let firstSaving = first.persist(in: archive(FileStorage(folder.state)))
    await first.settled()
    let secondSaving = second.persist(in: archive(FileStorage(folder.state)))
    await first.send(1)
    await second.send(2)
    #expect(await firstSaving.flush())
    #expect(await !secondSaving.flush())
    #expect(problems.kinds() == [.heldElsewhere])
    #expect(second.state == [2, 2])
    #expect(folder.text() == #"{"state":[1,1],"version":1}"#)
  }

  @Test func `a flush that races with the release of the store saves everything, whichever comes first`() async {
    for round in 0..<100 {
      let storage = WatchedStorage()
      var store: StateStore<[Int], Int>? = store([0]) { $0[0] += $1 }
      let persistence = store?.persist(in: archive(storage))
      for _ in 0..<10 { store?.dispatch(1) }
      let flush = Task { await persistence?.flush() }
      store = nil
      #expect(await flush.value == true)
      #expect(storage.text == #"{"state":[10],"version":1}"#, "round \(round)")
      #expect(await persistence?.flush() == true)
    }
  }

  @Test func `a state that could not be saved at the store's release is reported by each flush, which retries`() async {
    let storage = WatchedStorage()
    storage.isFull.raise()
    var store: StateStore<[Int], Int>? = store([0]) { $0[0] += $1 }
    let persistence = store?.persist(in: archive(storage))
    await store?.send(1)
    store = nil
    #expect(await persistence?.flush() == false)
    #expect(await persistence?.flush() == false)
    storage.isFull.lower()
    #expect(await persistence?.flush() == true)
    #expect(storage.text == #"{"state":[1],"version":1}"#)
  }

  @Test func `a state that cannot be encoded is reported, and the saved state stays until encoding succeeds`() async {
    let storage = WatchedStorage()
    let store = store(0.0) { state, action in state = action == 0 ? .nan : Double(action) }
    let persistence = store.persist(in: archive(storage))
    await store.send(1)
    #expect(await persistence.flush())
    await store.send(0)
    #expect(await !persistence.flush())
    #expect(problems.kinds() == [.notEncodable])
    #expect(storage.text == #"{"state":1,"version":1}"#)
    await store.send(2)
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":2,"version":1}"#)
  }

  @Test func `a migration that throws leaves the initial state, and the file is kept`() async throws {
    struct Refusal: Error {}
    let old = #"{"state":1,"version":1}"#
    let storage = WatchedStorage(old)
    let migration = Migration<[Int]>(from: 1) { (_: Int) in throw Refusal() }
    let store = store([0]) { $0.append($1) }
    let persistence = store.persist(in: archive(storage, version: 2, migrations: [migration]))
    await store.send(1)
    #expect(store.state == [0, 1])
    let problem = try #require(problems.removeAll().first)
    #expect(problem.kind == .damaged && problem.details.contains("Refusal"))
    #expect(await persistence.flush())
    #expect(storage.memory.aside == [Data(old.utf8)])
  }
}

/// Delivers immediately, on the dispatching thread.
private struct InlineRunner: StoreRunner {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// A storage that calls a closure while it is read.
private final class BusyStorage: PersistenceStorage {
  private let memory: MemoryStorage
  private let reading = Guarded<(@Sendable () -> Void)?>(nil)

  init(_ text: String) { memory = MemoryStorage(Data(text.utf8)) }

  var name: String { memory.name }
  var text: String? { memory.read().map { String(decoding: $0, as: UTF8.self) } }

  func onRead(_ body: @escaping @Sendable () -> Void) { reading.withLock { $0 = body } }

  func claim() throws(PersistenceError) -> PersistenceClaim { try memory.claim() }
  func write(_ data: Data, keepingOld: Bool) throws(PersistenceError) -> String? {
    memory.write(data, keepingOld: keepingOld)
  }

  func read() throws(PersistenceError) -> Data? {
    reading.take()?()
    return memory.read()
  }
}
