import Foundation
package import PureduxPersistence

/// The file in which the list is saved.
package struct TodoFile: Sendable {
  package let archive: Archive<TodoList>
  /// Messages for the user about what went wrong.
  package let problems: AsyncStream<String>

  private let problemsSource: AsyncStream<String>.Continuation

  package init(path: String) {
    let (problems, source) = AsyncStream.makeStream(of: String.self)
    let url = URL(fileURLWithPath: path)
    self.problems = problems
    problemsSource = source
    archive = Archive(FileStorage(url)) { problem in source.yield(Self.message(problem, url.lastPathComponent)) }
  }

  /// Reads the list once, and ends `problems`.
  package func read() -> TodoList? {
    defer { problemsSource.finish() }
    return archive.restore()
  }

  private static func message(_ problem: PersistenceError, _ name: String) -> String {
    if let kept = problem.keptAt {
      return "\(name) could not be read; it is kept as \(URL(fileURLWithPath: kept).lastPathComponent)"
    }
    return switch problem.kind {
    case .damaged, .otherVersion: "\(name) could not be read; it is kept aside when the list is saved"
    case .heldElsewhere: "\(name) is in use by another program; the list is not saved"
    case .notPermitted, .unsuitableFile: "\(name) may not be used; the list is not saved"
    case .missingFolder: "the folder of \(name) does not exist; the list is not saved"
    case .noSpace: "there is no room to save \(name)"
    default: "\(name) could not be used: \(problem.details)"
    }
  }
}
