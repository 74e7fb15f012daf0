/// The result of saving a state.
enum SavingResult: Sendable {
  case saved
  case failed
  /// A stored state has to be read first.
  case unread
}
