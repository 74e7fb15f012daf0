/// The requests of some elements in which two states differ.
@frozen
@usableFromInline
struct RequestChanges: Sendable {
  @usableFromInline var old: [Effect.State] = []
  @usableFromInline var new: [Effect.State] = []
  /// The priorities of the elements that may have new ones, by their jobs.
  @usableFromInline var priorities: [Identity: WorkPriority] = [:]

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { old.isEmpty && new.isEmpty && priorities.isEmpty }

  /// Forgets the requests, and keeps the memory for the next ones.
  @inlinable
  mutating func removeAll() {
    old.removeAll(keepingCapacity: true)
    new.removeAll(keepingCapacity: true)
    if !priorities.isEmpty { priorities = [:] }
  }
}
