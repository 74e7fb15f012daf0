public import Foundation
public import PureduxCollections

/// Tracks the unsaved changes to one part of a state.
///
/// The closures are created where the part's type is known, so that the compiler can specialize them. Each closure
/// receives the address of a lent state, because passing the state itself to generic code would copy the state.
// SAFETY: the state is lent for the duration of a call, and no closure stores the address.
@usableFromInline
struct PartFollower<State> {
  /// Records the changes to the part since the last check. Returns false if the part has not changed.
  let look: (UnsafePointer<State>) -> Bool
  /// Copies the part's unsaved changes, or the whole part. Returns nil if nothing has changed.
  let take: (UnsafePointer<State>, _ isWhole: Bool) -> PendingPart?
  /// Marks a state as saved.
  let begin: (UnsafePointer<State>) -> Void
  /// The number of elements.
  let count: (UnsafePointer<State>) -> Int

  @usableFromInline
  init(
    look: @escaping (UnsafePointer<State>) -> Bool,
    take: @escaping (UnsafePointer<State>, _ isWhole: Bool) -> PendingPart?,
    begin: @escaping (UnsafePointer<State>) -> Void, count: @escaping (UnsafePointer<State>) -> Int
  ) {
    (self.look, self.take, self.begin, self.count) = (look, take, begin, count)
  }
}

/// The changed contents of one part, copied out of a state for later encoding.
@usableFromInline
struct PendingPart: Sendable {
  @usableFromInline typealias Receive = (_ position: Int, _ bytes: Data) throws -> Void

  @usableFromInline
  enum Form: Sendable {
    /// A complete value.
    case value
    /// All elements.
    case all
    /// Changes to the order of elements, and the new contents of some elements.
    case changes([OrderChange])
  }

  let form: Form
  /// The number of encoded values or elements.
  let count: Int
  /// Encodes the part's contents in order.
  let encode: @Sendable (_ format: any PersistenceFormat, _ receive: Receive) throws -> Void

  @usableFromInline
  init(
    form: Form, count: Int,
    encode: @escaping @Sendable (_ format: any PersistenceFormat, _ receive: Receive) throws -> Void
  ) {
    (self.form, self.count, self.encode) = (form, count, encode)
  }

  @inlinable
  init<Element: Codable & Identifiable & Sendable>(all list: OrderedState<Element>) where Element.ID: Sendable {
    self.init(form: .all, count: list.count) { format, receive in
      for (position, element) in list.enumerated() { try receive(position, format.encode(element)) }
    }
  }

  @inlinable
  init<Value: Codable & Sendable>(value: Value) {
    self.init(form: .value, count: 1) { format, receive in try receive(0, format.encode(value)) }
  }
}

/// A change to the order of some elements. Each position is relative to the result of the preceding changes.
@usableFromInline
enum OrderChange: Sendable, Equatable {
  case insert(Int)
  case remove(Int)
  case move(from: Int, to: Int)
}

/// Tracks an ordered state through its change journal, without retaining elements.
///
/// Because the state is checked in each turn, the collection's change journal needs to hold only the changes of one
/// turn, not all changes between two saves. If a single turn makes more changes than the change journal can hold, the
/// whole list is saved.
@usableFromInline
final class ElementsFollower<Element: Codable & Identifiable & Sendable> where Element.ID: Sendable {
  // SAFETY: accessed only with the lock of one `StateFollower` held, and never re-entrantly.
  /// The version at the last check; nil until the first check.
  @exclusivity(unchecked) @usableFromInline var seen: Version?
  @exclusivity(unchecked) @usableFromInline var isWhole = true
  // SAFETY: accessed only with the lock of the same `StateFollower` held.
  /// The identities of the elements whose contents have changed.
  @exclusivity(unchecked) @usableFromInline var changed: Set<Element.ID> = []
  @exclusivity(unchecked) @usableFromInline var order: [OrderChange] = []

  @usableFromInline
  init() {}

  @inlinable
  @inline(__always)
  func look(at list: OrderedState<Element>) -> Bool {
    if seen == list.version { return false }
    follow(list)
    return true
  }

  @inlinable
  func begin(with list: OrderedState<Element>) {
    seen = list.version
    forget(isWhole: false)
  }

  @inlinable
  func take(from list: OrderedState<Element>, isWhole wantsAll: Bool) -> PendingPart? {
    _ = look(at: list)
    defer { forget(isWhole: false) }
    if isWhole || wantsAll {
      return PendingPart(all: list)
    }
    if changed.isEmpty, order.isEmpty { return nil }
    var contents: [(position: Int, element: Element)] = []
    contents.reserveCapacity(changed.count)
    for id in changed { if let position = list.index(id: id) { contents.append((position, list[position])) } }
    // Sort the contents, because the iteration order of a set differs between processes.
    contents.sort { $0.position < $1.position }
    return PendingPart(form: .changes(order), count: contents.count) { [contents] format, receive in
      for (position, element) in contents { try receive(position, format.encode(element)) }
    }
  }

  @inlinable
  func follow(_ list: OrderedState<Element>) {
    defer { seen = list.version }
    if isWhole { return }
    guard let seen, list.forEachChange(since: seen, note), changed.count + order.count <= max(64, list.count) else {
      return forget(isWhole: true)
    }
  }

  @inlinable
  func note(_ change: ElementChange<Element.ID>) {
    switch change {
    case .updated(let id, _): changed.insert(id)
    case .inserted(let id, let position):
      changed.insert(id)
      order.append(.insert(position))
    case .removed(let id, let position):
      changed.remove(id)
      order.append(.remove(position))
    case .moved(_, let from, let to): order.append(.move(from: from, to: to))
    }
  }

  @inlinable
  func forget(isWhole: Bool) {
    changed.removeAll(keepingCapacity: changed.count < 1_024)
    order.removeAll(keepingCapacity: order.count < 1_024)
    self.isWhole = isWhole
  }
}

/// Tracks a value that is saved as a whole.
///
/// A mark identifies the value's contents, and is either a version or, for a small value, the value itself.
@usableFromInline
final class ValueFollower<Value: Codable & Sendable, Mark: Equatable & Sendable> {
  // SAFETY: accessed only with the lock of one `StateFollower` held. Comparing marks may run user code, but the
  // comparison only reads `seen`.
  @exclusivity(unchecked) @usableFromInline var seen: Mark?
  @exclusivity(unchecked) @usableFromInline var isDue = true

  @usableFromInline
  init() {}

  @inlinable
  @inline(__always)
  func look(_ isSame: (_ seen: Mark) -> Bool, mark: () -> Mark) -> Bool {
    if let seen, isSame(seen) { return false }
    seen = mark()
    isDue = true
    return true
  }

  @inlinable
  func begin(with mark: Mark) {
    seen = mark
    isDue = false
  }

  @inlinable
  func take(from value: Value, _ mark: Mark, isWhole: Bool) -> PendingPart? {
    _ = look {
      $0 == mark
    } mark: {
      mark
    }
    if !isDue, !isWhole { return nil }
    isDue = false
    return PendingPart(value: value)
  }
}
