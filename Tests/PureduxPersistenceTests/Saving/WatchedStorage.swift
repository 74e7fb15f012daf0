import Foundation
import PureduxPersistence

/// A storage in memory that tells when something was written, and can be full.
final class WatchedStorage: PersistenceStorage {
  let memory: MemoryStorage
  let isFull = AtomicFlag()
  private let writing = AsyncStream<String>.makeStream()

  init(_ text: String? = nil) { memory = MemoryStorage(text.map { Data($0.utf8) }) }

  var name: String { memory.name }
  var text: String? { memory.read().map { String(decoding: $0, as: UTF8.self) } }

  /// What is written next.
  func nextWrite() async -> String? {
    var iterator = writing.stream.makeAsyncIterator()
    return await iterator.next()
  }

  func claim() throws(PersistenceError) -> PersistenceClaim { try memory.claim() }
  func read() throws(PersistenceError) -> Data? { memory.read() }
  func setAside() throws(PersistenceError) -> String { memory.setAside() }

  func write(_ data: Data) throws(PersistenceError) {
    let text = String(decoding: data, as: UTF8.self)
    if isFull.isRaised {
      writing.continuation.yield("full")
      throw PersistenceError(.noSpace, storage: name, details: "full")
    }
    memory.write(data)
    writing.continuation.yield(text)
  }
}
