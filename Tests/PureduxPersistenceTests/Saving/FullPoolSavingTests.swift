import Foundation
import PureduxPersistence
import PureduxTesting
import Testing
import ThreadProbes

/// Saving while work blocks every thread of the cooperative pool, in a separate process.
struct FullPoolSavingTests {
  @Test func `a change is saved on time while work holds every thread of the pool`() async {
    await #expect(processExitsWith: .success) {
      let (pool, storage) = (FullPool(), ReleasingStorage())
      let store = StateStore<Int, Int>(0) { $0 += $1 }
      store.persist(in: Archive(storage), pace: SavingPace(debounce: .milliseconds(200)))
      await store.settled()
      storage.onWrite.withLock { $0 = { pool.release() } }
      pool.fill()
      store.dispatch(1)
      _ = await storage.writes.values(count: 1)
    }
  }

  @Test func `flush also writes on the queue for saving`() async {
    let storage = ReleasingStorage()
    let isOnQueue = Recorder<Bool>()
    storage.onWrite.withLock {
      $0 = {
        // Older systems have no task executors, so there is nothing to check.
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return isOnQueue.record(true) }
        isOnQueue.record(withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil })
      }
    }
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    let persistence = store.persist(in: Archive(storage), pace: SavingPace(debounce: .seconds(3_600)))
    store.dispatch(1)
    #expect(await persistence.flush())
    #expect(isOnQueue.values == [true])
  }

  /// A storage that reports each write.
  private final class ReleasingStorage: PersistenceStorage {
    let memory = MemoryStorage()
    let onWrite = Guarded<(@Sendable () -> Void)?>(nil)
    let writes = Recorder<Void>()

    var name: String { memory.name }
    func claim() throws(PersistenceError) -> PersistenceClaim { try memory.claim() }
    func read() throws(PersistenceError) -> Data? { memory.read() }

    func write(_ data: Data, keepingOld: Bool) throws(PersistenceError) -> String? {
      onWrite.take()?()
      writes.record(())
      return memory.write(data, keepingOld: keepingOld)
    }
  }
}
