/// Whether a run may work, as far as the limit of its attachment goes.
enum Admission: Sendable {
  /// It has not asked yet, or works no longer.
  case none
  /// It waits until another run ends.
  case queued
  /// It holds one of the places.
  case admitted
}
