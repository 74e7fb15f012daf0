/// What has changed in the parts of a state since they were last taken.
///
/// Turns look, and the saving queue takes; each holds the lock meanwhile. What is kept between two saves is what has changed,
/// never a content of a collection.
final class StateFollower<State: Sendable>: Sendable {
  private struct Parts {
    // SAFETY: the state is lent for the length of a call, and nothing keeps the address.
    /// All looks in one, so that a turn that changes nothing retains nothing.
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

  /// Notes what a turn has changed. Returns whether it has changed anything that is saved.
  func look(at state: State) -> Bool {
    withUnsafePointer(to: state) { state in parts.withLock { $0.look(state) } }
  }

  /// The state is the one that is saved.
  func begin(with state: State) {
    withUnsafePointer(to: state) { state in
      parts.withLock { parts in for follower in parts.followers { follower.begin(state) } }
    }
  }

  /// Copies out of a state what has changed, or everything; nil where nothing has changed.
  ///
  /// The state is lent under its lock, so nothing of it is retained when the next turn changes it, but for a collection that
  /// is saved as a whole.
  func take(from state: State, isWhole: Bool) -> PendingState? {
    withUnsafePointer(to: state) { state in
      parts.withLock { parts in
        let pending = parts.followers.map { $0.take(state, isWhole) }
        let count = parts.followers.reduce(0) { $0 + $1.count(state) }
        return pending.contains { $0 != nil }
          ? PendingState(isWhole: isWhole, parts: pending, elementCount: count) : nil
      }
    }
  }
}

extension StateFollower {
  /// The same for parts that are saved whole, lists too: nil for a part that has not changed.
  // SAFETY: the state is lent for the length of the call, and nothing keeps the address.
  func takeWholeParts(from state: State, isWhole: Bool) -> [PendingPart?] {
    withUnsafePointer(to: state) { state in
      parts.withLock { parts in
        parts.followers.map { follower in
          // Taking its changes has made the list one that is saved.
          let part = follower.take(state, isWhole)
          return if case .changes = part?.form { follower.take(state, true) } else { part }
        }
      }
    }
  }
}

/// What was copied out of a state to be saved: nil for a part that has not changed.
struct PendingState: Sendable {
  let isWhole: Bool
  let parts: [PendingPart?]
  /// How many elements the state has in all its parts.
  let elementCount: Int
}
