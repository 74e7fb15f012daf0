/// What a session file is: its first line.
enum SessionHeader {
  static let format = "puredux session"
  static let version = 1

  static func json(program: String, first: UInt64, limit: Int) -> JSON {
    [
      "format": .string(format), "version": .int(version), "program": .string(program), "first": .int(Int(first)),
      "limit": .int(limit),
    ]
  }
}
