import Foundation
import Puredux

extension Dependencies {
  @DependencyEntry var now = { Date() }
  @DependencyEntry var author = "You"
}

enum DiaryAction: Sendable {
  case write(String)
  /// The same entry, with data from outside the program.
  case wrote(String, by: String, at: Date)
}

/// Its reducer is pure. The entries depend on the outside world only through `Dependency`, which the middleware reads.
struct Diary: Sendable {
  private(set) var lines: [String] = []

  mutating func reduce(_ action: DiaryAction) {
    switch action {
    case .write: break
    case .wrote(let text, let author, let time): lines.append("\(time.formatted(.iso8601))  \(author) \(text)")
    }
  }

  static let signing = ClosureMiddleware<Diary, DiaryAction> { action, _ in
    guard case .write(let text) = action else { return action }
    return .wrote(text, by: Dependencies[\.author], at: Dependencies[\.now]())
  }
}

func makeDiary() -> StateStore<Diary, DiaryAction> {
  StateStore(Diary(), named: "diary", middleware: Diary.signing) { $0.reduce($1) }
}

func makeFixedDiary() -> StateStore<Diary, DiaryAction> {
  Dependencies.with {
    $0.now = { Date(timeIntervalSince1970: 0) }
    $0.author = "A test"
  } operation: {
    makeDiary()
  }
}
