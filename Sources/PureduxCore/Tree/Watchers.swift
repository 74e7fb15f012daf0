/// Who is told of the turns of a tree: the taps, and the recorder.
@frozen
@usableFromInline
struct Watchers {
  /// Whether there are any, so that a turn of a tree without them asks once.
  @usableFromInline private(set) var isWatched: Bool
  @usableFromInline var taps: TapList? { didSet { isWatched = taps != nil || recorder != nil } }
  @usableFromInline var recorder: TurnRecorder? { didSet { isWatched = taps != nil || recorder != nil } }

  init(_ taps: TapList?) {
    self.taps = taps
    isWatched = taps != nil
  }
}
