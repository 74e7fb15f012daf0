/// How to resolve a saved state that could not be read when its store was created, and becomes readable later.
///
/// A file may be temporarily unreadable: a disk fails for a moment, or a phone has not been unlocked since its restart.
/// The store then begins with its initial state, nothing is saved, and reading is retried after 1, 2, 4 and so on up to
/// 60 seconds. The same applies to a file that another process has written since this process last read or wrote it.
///
/// ```swift
/// store.persist(in: archive, late: .merge { saved, current in
///   Notes(lines: saved.lines + current.lines, draft: current.draft)
/// })
/// ```
public enum LateRestoring<State: Sendable>: Sendable {
  /// The saved state replaces the store's state, whose changes are lost.
  case replaceCurrent
  /// The store keeps its state, which overwrites the saved one.
  case keepCurrent
  /// The closure combines both states, and the result is saved. It is called in a turn, so it must not use a store.
  case merge(@Sendable (_ saved: State, _ current: State) -> State)
}
