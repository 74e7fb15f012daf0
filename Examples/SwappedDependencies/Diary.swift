import Foundation
import Puredux

extension Dependencies {
  @DependencyEntry var now = { Date() }
  @DependencyEntry var author = "You"
}

enum DiaryAction: Sendable {
  case write(String)
}

/// What it writes depends on the world outside only through `Dependency`.
struct Diary: Sendable {
  private(set) var lines: [String] = []

  mutating func reduce(_ action: DiaryAction) {
    switch action {
    case .write(let text):
      let time = Dependency[\.now]().formatted(.iso8601)
      lines.append("\(time)  \(Dependency[\.author]) \(text)")
    }
  }
}
