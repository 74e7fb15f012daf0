/// The executable that the compiler starts to expand `@StoreEntry` and `@DependencyEntry`.
///
/// A message that is not one of the protocol's ends it with one line on standard error and status 1.
@main
enum Plugin {
  static func main() {
    do {
      let connection = try PluginConnection.takingOverStandardIO()
      while let message = try connection.receive() {
        try connection.send(PluginResponder.respond(to: JSON(decoding: message)).encoded())
      }
    } catch {
      PluginConnection.end(telling: error)
    }
  }
}
