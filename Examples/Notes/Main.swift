import NotesProgram

/// Starts the program, whose parts stand in a library, so that tests can use them.
@main
enum Main {
  @MainActor
  static func main() async { await NotesProgram.main() }
}
