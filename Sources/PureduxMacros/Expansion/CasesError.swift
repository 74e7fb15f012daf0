/// A problem of an enumeration, and the offset of the byte in its declaration at which it is shown.
struct CasesError: Error, Equatable {
  let problem: CasesProblem
  let offset: Int

  init(_ problem: CasesProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
