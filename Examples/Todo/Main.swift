import TodoProgram

/// Starts the program. Its parts are in a library, so that tests can use them.
@main
enum Main {
  @MainActor
  static func main() async { await TodoProgram.main() }
}
