/// What saving a state has come to.
enum SavingResult: Sendable {
  case saved
  case failed
  /// There is a state that has to be read before.
  case unread
}
