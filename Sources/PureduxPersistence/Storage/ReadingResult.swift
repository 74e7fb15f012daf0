/// What reading a storage has come to.
enum ReadingResult<State: Sendable>: Sendable {
  case found(State)
  /// There is nothing, or nothing that can be used.
  case nothing
  /// It could not be read now.
  case failed
}
