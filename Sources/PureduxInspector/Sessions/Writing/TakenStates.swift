internal import PureduxRecording

/// States after a step of a session, on their way into its file.
struct TakenStates {
  let after: UInt64
  let states: [(place: CellDirectory.Place, state: Any)]
  /// Whether the stores go on from these states, so that the file has to have them.
  let isBeginning: Bool
  /// The numbers of the cells whose states are to be checked; nil where no check is due.
  let checked: Set<Int>?
}
