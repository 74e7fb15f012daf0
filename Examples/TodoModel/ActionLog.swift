import Foundation
package import Puredux

/// A file to which the actions are appended, a line each.
package struct ActionLog: Sendable {
  private let file: FileHandle

  /// Nil where nothing can be appended to such a file.
  package init?(path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Without a log no action is printed.
  package static func middleware(_ log: ActionLog?) -> PrintActions<TodoState, TodoAction> {
    PrintActions(filter: { _ in log != nil }) { line in log?.append(line) }
  }

  /// A log that cannot be written any more does not end the program.
  private func append(_ line: String) { try? file.write(contentsOf: Data((line + "\n").utf8)) }
}
