/// One run of work that a store looks after, as its events name it.
public struct StoreWork: Sendable, Hashable {
  /// The name that the work was given, or the place where it was attached.
  public let name: String
  /// Tells this run from the others of the tree. Its attempts have numbers of their own.
  public let run: UInt64
  /// The attempt, from 1 on, where the work is tried again after an error.
  public let attempt: Int

  package init(name: String, run: UInt64, attempt: Int = 1) {
    self.name = name
    self.run = run
    self.attempt = attempt
  }
}

extension StoreWork: CustomStringConvertible {
  public var description: String { attempt > 1 ? "\(name), attempt \(attempt)" : name }
}
