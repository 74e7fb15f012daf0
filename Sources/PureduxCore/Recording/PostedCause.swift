internal import PureduxAtomics

/// Where a post came from, and when.
@usableFromInline
struct PostedCause: Sendable {
  /// The recording and the event in which it was posted; 0 where there was none.
  let event: UInt64
  let ticks: UInt64

  static func here() -> PostedCause { PostedCause(event: puredux_thread_cause(), ticks: puredux_ticks()) }
}
