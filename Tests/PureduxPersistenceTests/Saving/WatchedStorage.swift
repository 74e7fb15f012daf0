import Foundation
import PureduxPersistence

/// A storage in memory that reports writes, can be full, and can reject reads.
final class WatchedStorage: PersistenceStorage {
  let memory: MemoryStorage
  let isFull = AtomicFlag()
  private let refusal = Guarded<PersistenceError.Kind?>(nil)
  private let reading = Guarded<(@Sendable () -> Void)?>(nil)
  private let writing = AsyncStream<String>.makeStream()

  init(_ text: String? = nil) { memory = MemoryStorage(text.map { Data($0.utf8) }) }

  var name: String { memory.name }
  var text: String? { memory.read().map { String(decoding: $0, as: UTF8.self) } }

  /// The next written bytes.
  func nextWrite() async -> String? {
    var iterator = writing.stream.makeAsyncIterator()
    return await iterator.next()
  }

  func claim() throws(PersistenceError) -> PersistenceClaim { try memory.claim() }

  /// From now on reading fails with this, or succeeds and calls `then` once.
  func refuseReading(_ kind: PersistenceError.Kind?, then: (@Sendable () -> Void)? = nil) {
    refusal.withLock { $0 = kind }
    reading.withLock { $0 = then }
  }

  func read() throws(PersistenceError) -> Data? {
    if let kind = refusal.withLock({ $0 }) { throw PersistenceError(kind, storage: name, details: "refused") }
    reading.take()?()
    return memory.read()
  }

  func write(_ data: Data, keepingOld: Bool) throws(PersistenceError) -> String? {
    let text = String(decoding: data, as: UTF8.self)
    if isFull.isRaised {
      writing.continuation.yield("full")
      throw PersistenceError(.noSpace, storage: name, details: "full")
    }
    defer { writing.continuation.yield(text) }
    return memory.write(data, keepingOld: keepingOld)
  }
}
