/// What a session file is: its first line.
struct SessionHeader {
  static let format = "puredux session"
  static let version = 1
  /// The version of this library, which the first heading of the changelog names. A file tells which one wrote it, so that a
  /// difference between two can be explained.
  static let library = "1.0.0-beta.1"

  let program: String
  /// The number of the first step in the file.
  let first: UInt64
  let limit: Int
  /// The seed of the program's identities; nil where it has none.
  let seed: UInt64?

  var json: JSON {
    .compact([
      "format": .string(Self.format), "version": .int(Self.version), "library": .string(Self.library),
      "program": .string(program), "first": .int(Int(first)), "limit": .int(limit),
      "seed": seed.map { .encoded(Array("\(Int64(bitPattern: $0))".utf8)) } ?? .null,
    ])
  }
}
