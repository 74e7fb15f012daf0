/// A problem of a declaration, and the offset of the byte in the declaration at which it is shown.
struct EntryError: Error, Equatable {
  let problem: EntryProblem
  let offset: Int

  init(_ problem: EntryProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
