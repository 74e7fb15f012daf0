import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Another program of the same build, run in this terminal.
struct ChildProcess {
  let path: String

  /// The program with this name next to the running one; nil if it was not built.
  init?(_ name: String) {
    guard let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent() else {
      return nil
    }
    path = folder.appendingPathComponent(name).path
    guard access(path, X_OK) == 0 else { return nil }
  }

  /// Runs the program to its end; returns true if the program reports success.
  ///
  /// The program stays in the process group of the tour, because only that group may read from the terminal.
  func run() -> Bool {
    var (id, status) = (pid_t(), Int32(-1))
    let name = strdup(path)
    defer { free(name) }
    guard posix_spawn(&id, path, nil, nil, [name, nil], environ) == 0 else { return false }
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    return status == 0
  }
}
