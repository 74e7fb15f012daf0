/// What becomes of a saved state that could not be read when its store began, and can be read later.
///
/// A file may be unreadable for a while: a disk fails for a moment, or a phone has not been unlocked since it was switched on.
/// The store then begins with its initial state, nothing is saved, and the file is read again after 1, 2, 4 and so on up to
/// 60 seconds. The same holds for a file that something else has written since this process last read or wrote it.
///
/// ```swift
/// store.persist(in: archive, late: .merge { saved, current in
///   Notes(lines: saved.lines + current.lines, draft: current.draft)
/// })
/// ```
public enum LateRestoring<State: Sendable>: Sendable {
  /// The saved state replaces the store's, and what happened meanwhile is gone.
  case replaceCurrent
  /// The store keeps its state, which is saved in place of the other.
  case keepCurrent
  /// The store goes on with a state made of both, which is saved. The closure is called in a turn, so it must not touch a
  /// store.
  case merge(@Sendable (_ saved: State, _ current: State) -> State)
}
