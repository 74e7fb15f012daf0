import ShopProgram

/// Starts the program. Its parts are in a library, so that tests can use them.
@main
enum Main {
  static func main() async { await ShopProgram.main() }
}
