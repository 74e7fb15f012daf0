extension Misuse {
  /// A reducer changed properties that are not among the declared parts.
  @usableFromInline
  static func undeclaredParts(_ names: [String], of document: String) -> Misuse {
    Misuse(
      "an action changed \(names) of `\(document)`, which are not among the replica's parts",
      so: "these changes cannot be reverted, and this replica will differ from the others",
      fix: "declare a part for each stored property that actions change, or pass no parts")
  }

  /// The document of this replica differs from that of another.
  static func diverged(at position: UInt64, document: String) -> Misuse {
    Misuse(
      "the shared `\(document)` differs from that of another process after entry \(position)",
      so: "this replica continues with the other's document",
      fix: """
        let the reducer depend on the document and the action alone: not on the order of a `Set` or a `Dictionary`, \
        which differs in each process, nor on `Date()`, `UUID()`, the locale or a dependency; and raise the version \
        of a reducer that changes
        """)
  }

  /// Reducing an entry has ended the process several times.
  static func trapped(at position: UInt64, document: String) -> Misuse {
    Misuse(
      "the process has ended three times while the shared `\(document)` reduced entry \(position + 1)",
      so: "this replica has stopped before the entry",
      fix: "release a version whose reducer can handle the entry")
  }

  /// A file of a log has bytes that no process has written there.
  static func damagedFile(_ path: String, after position: UInt64) -> Misuse {
    Misuse(
      "a file of a shared log was damaged after entry \(position)",
      so: "the log continues without the entries after it in this file, which is now \(path)",
      fix: "keep the file if these entries matter, and look for a failing disk or a program that writes to the folder")
  }

  static func unencodableDocument(_ document: String, _ error: any Error) -> Misuse {
    Misuse(
      "the shared `\(document)` cannot be encoded: \(error)",
      so: "the log is not compacted, and this replica is not compared with the others",
      fix: "let the `encode(to:)` of its properties not throw")
  }
}
