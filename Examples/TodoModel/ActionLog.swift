import Foundation
package import Puredux

/// A file to which each action is appended as a line.
package struct ActionLog: Sendable {
  private let file: FileHandle

  /// Nil if the file cannot be opened for appending.
  package init?(path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// A middleware that appends to the log, if there is one.
  package static func middleware(_ log: ActionLog?) -> ClosureMiddleware<TodoState, TodoAction> {
    ClosureMiddleware { action, _ in
      log?.append("\(action)")
      return action
    }
  }

  /// Ignores failures: the program continues without its log.
  private func append(_ line: String) { try? file.write(contentsOf: Data((line + "\n").utf8)) }
}
