public import Foundation

/// A storage that ends with the process, for previews and tests.
public final class MemoryStorage: PersistenceStorage {
  private struct Contents {
    var data: Data?
    var aside: [Data] = []
    var isClaimed = false
  }

  private let contents: Guarded<Contents>
  public let name = "memory"

  /// `data` is what seems to have been saved before.
  public init(_ data: Data? = nil) { contents = Guarded(Contents(data: data)) }

  /// What was moved out of the way, oldest first.
  public var aside: [Data] { contents.withLock { $0.aside } }

  public func claim() throws(PersistenceError) -> PersistenceClaim {
    let wasClaimed = contents.withLock { contents in
      defer { contents.isClaimed = true }
      return contents.isClaimed
    }
    if wasClaimed { throw PersistenceError(.heldElsewhere, storage: name, details: "it is claimed already") }
    return PersistenceClaim { [contents] in contents.withLock { $0.isClaimed = false } }
  }

  public func read() -> Data? { contents.withLock { $0.data } }

  public func write(_ data: Data) { contents.withLock { $0.data = data } }

  public func setAside() -> String {
    contents.withLock {
      if let data = $0.data { $0.aside.append(data) }
      $0.data = nil
      return "\(name), aside \($0.aside.count)"
    }
  }
}
