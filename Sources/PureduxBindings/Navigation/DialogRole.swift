/// What kind of a choice a button of a dialog is.
public enum DialogRole: Sendable, Hashable, Codable {
  /// The user leaves everything as it is.
  case cancel
  /// Something is lost.
  case destructive
}
