/// The states after a step, by their sums, as a session has them.
struct SessionCheck: Sendable {
  struct Cell: Sendable {
    let cell: Int
    let sum: String
    /// The whole state.
    let whole: JSONSlice?
    /// Those members of the state that differ from the check before.
    let changed: [String: JSONSlice]
  }

  let after: UInt64
  let cells: [Cell]
}
