public import Foundation

/// In-memory storage, for previews and tests.
///
/// ```swift
/// let storage = MemoryStorage(Data(#"{"version":1,"state":{"count":5}}"#.utf8))
/// store.persist(in: Archive(storage))
/// ```
public final class MemoryStorage: PersistenceStorage {
  private struct Contents {
    var data: Data?
    var aside: [Data] = []
    var isClaimed = false
  }

  private let contents: Guarded<Contents>
  public let name = "memory"

  /// Creates in-memory storage. If `data` is given, the storage initially contains this data.
  public init(_ data: Data? = nil) { contents = Guarded(Contents(data: data)) }

  /// Unusable data that was set aside when other data was saved, oldest first.
  public var aside: [Data] { contents.withLock { $0.aside } }

  public func claim() throws(PersistenceError) -> PersistenceClaim {
    let wasClaimed = contents.withLock { contents in
      defer { contents.isClaimed = true }
      return contents.isClaimed
    }
    if wasClaimed { throw PersistenceError(.heldElsewhere, storage: name, details: "it is already claimed") }
    return PersistenceClaim { [contents] in contents.withLock { $0.isClaimed = false } }
  }

  public func read() -> Data? { contents.withLock { $0.data } }

  @discardableResult
  public func write(_ data: Data, keepingOld: Bool = false) -> String? {
    contents.withLock {
      let old = keepingOld ? $0.data : nil
      $0.data = data
      guard let old else { return nil }
      $0.aside.append(old)
      return "\(name), aside \($0.aside.count)"
    }
  }
}

extension MemoryStorage: JournalStorage {
  package func source() -> JournalSource? {
    guard let data = read() else { return nil }
    return JournalSource(size: UInt64(data.count), identity: nil) { offset, count throws(PersistenceError) in
      let start = data.startIndex + min(Int(clamping: offset), data.count)
      return Data(data[start..<min(data.endIndex, start + min(count, data.count))])
    }
  }

  package func append(_ bytes: [UInt8], at end: UInt64, cutAt cut: UInt64?, isSynced: Bool) throws(PersistenceError) {
    let isThere = contents.withLock { contents in
      guard let count = contents.data?.count, count >= Int(clamping: end), var data = contents.data.take() else {
        return false
      }
      data.removeLast(data.count - Int(clamping: end))
      data.append(contentsOf: bytes)
      contents.data = data
      return true
    }
    if !isThere { throw PersistenceError(.failed, storage: name, details: "it is shorter than \(end) bytes") }
  }

  package func replace(
    keepingOld: Bool, _ fill: (JournalSink) throws(PersistenceError) -> Void
  ) throws(PersistenceError) -> String? {
    let new = Guarded(Data())
    try fill(JournalSink { bytes, _ in new.withLock { $0.append(contentsOf: bytes) } })
    return write(new.withLock { $0 }, keepingOld: keepingOld)
  }
}
