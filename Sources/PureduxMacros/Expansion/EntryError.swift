/// A problem of a declaration, and the offset of the byte in the declaration at which it is shown.
struct EntryError: Error, Equatable {
  let problem: EntryProblem
  let offset: Int
  /// The accessors that the macro expands to, so that the compiler does not report a second error.
  let accessors: String

  init(_ problem: EntryProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
    switch problem {
    case .computed, .observers, .entryTwice: accessors = ""
    default: accessors = Self.accessors(returning: "Swift.fatalError()")
    }
  }

  /// A property of an opaque type, whose accessors have to return a value of the type that is hidden.
  init(opaque name: String, at offset: Int, initialValue: String) {
    problem = .opaque(name: name)
    self.offset = offset
    accessors = Self.accessors(returning: initialValue)
  }

  private static func accessors(returning value: String) -> String {
    """
    {
      get { \(value) }
      set { Swift.fatalError() }
    }
    """
  }
}
