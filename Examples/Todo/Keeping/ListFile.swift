import Foundation
import PureduxPersistence

/// Where the list is kept from one run to the next.
struct ListFile: Sendable {
  let archive: Archive<TodoList>
  /// What went wrong, as it comes, in words for the user.
  let problems: AsyncStream<String>

  init(path: String) {
    let (problems, continuation) = AsyncStream.makeStream(of: String.self)
    let url = URL(fileURLWithPath: path)
    self.problems = problems
    archive = Archive(FileStorage(url)) { problem in continuation.yield(Self.message(problem, url.lastPathComponent)) }
  }

  private static func message(_ problem: PersistenceError, _ name: String) -> String {
    guard let kept = problem.keptAt else { return "\(problem)" }
    return "\(name) could not be read; it is kept as \(URL(fileURLWithPath: kept).lastPathComponent)"
  }
}
