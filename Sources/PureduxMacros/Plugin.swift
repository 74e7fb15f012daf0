/// The executable that the compiler runs to expand `@StoreEntry`, `@DependencyEntry`, `@Cases` and `@Editable`.
///
/// After a message that violates the protocol, the plug-in writes one line to standard error and exits with status 1.
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
