/// The result of reading a storage.
enum ReadingResult<State: Sendable>: Sendable {
  case found(State)
  /// Nothing is stored, or nothing usable.
  case nothing
  /// The storage is unreadable now.
  case failed
}
