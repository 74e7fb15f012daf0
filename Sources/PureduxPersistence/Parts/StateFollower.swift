/// Tracks the unsaved changes to the parts of a state.
///
/// A turn records its changes, and the saving queue takes the recorded changes; both hold the lock while doing so.
/// Between two saves, only changes are retained, never the contents of a collection.
final class StateFollower<State: Sendable>: Sendable {
  private struct Parts {
    // SAFETY: the state is lent for the duration of a call, and the address is not stored.
    /// A single closure for all parts, so that a turn without changes requires no retain operation.
    let look: (UnsafePointer<State>) -> Bool
    let followers: [PartFollower<State>]
  }

  private let parts: Guarded<Parts>

  init(_ parts: [StatePart<State>]) { self.parts = Guarded(Self.makeParts(parts)) }

  private static func makeParts(_ parts: [StatePart<State>]) -> sending Parts {
    let followers = parts.map { $0.follow() }
    var look: (UnsafePointer<State>) -> Bool = { _ in false }
    for follower in followers {
      look = { [before = look, look = follower.look] state in
        let isChanged = before(state)
        return look(state) || isChanged
      }
    }
    return Parts(look: look, followers: followers)
  }

  /// Records the changes that a turn made. Returns whether a saved part has changed.
  func look(at state: State) -> Bool {
    withUnsafePointer(to: state) { state in parts.withLock { $0.look(state) } }
  }

  /// Marks a state as saved.
  func begin(with state: State) {
    withUnsafePointer(to: state) { state in
      parts.withLock { parts in for follower in parts.followers { follower.begin(state) } }
    }
  }

  /// Copies the unsaved changes, or all parts, out of a state. Returns nil if nothing has changed.
  ///
  /// The state is lent under its lock instead of being copied, so the next turn can change the state in place. The
  /// exception is a collection that is saved as a whole: the next change to the collection copies it.
  func take(from state: State, isWhole: Bool) -> PendingState? {
    withUnsafePointer(to: state) { state in
      parts.withLock { parts in
        let pending = parts.followers.map { $0.take(state, isWhole) }
        let counts = parts.followers.map { $0.count(state) }
        return pending.contains { $0 != nil }
          ? PendingState(isWhole: isWhole, parts: pending, elementCounts: counts) : nil
      }
    }
  }
}

extension StateFollower {
  /// Like `take`, but copies each changed part as a whole, even a list. The entry of an unchanged part is nil.
  // SAFETY: the state is lent for the duration of the call, and the address is not stored.
  func takeWholeParts(from state: State, isWhole: Bool) -> [PendingPart?] {
    withUnsafePointer(to: state) { state in
      parts.withLock { parts in
        parts.followers.map { follower in
          // For a list, `take` may return only the changes, so request the whole list.
          let part = follower.take(state, isWhole)
          return if case .changes = part?.form { follower.take(state, true) } else { part }
        }
      }
    }
  }
}

/// The data to save, copied out of a state. The entry of an unchanged part is nil.
struct PendingState: Sendable {
  let isWhole: Bool
  let parts: [PendingPart?]
  /// The number of elements in each part of the state.
  let elementCounts: [Int]
}
