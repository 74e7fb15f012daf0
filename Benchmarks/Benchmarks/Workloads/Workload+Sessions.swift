import Foundation
import Puredux
import PureduxInspector

// R6: a recording that is written into a session file, with checks of its states.
extension Workload {
  static let sessions: [Workload] = [
    Workload("R6", "write an action of a recording into a session file", actions: 200_000) { meter in
      let runner = ManualRunner()
      let store = StateStore<Form, FormAction>(Form(), runner: runner) { $0.reduce($1) }
      let recording = store.record(limit: meter.actions)
      runner.runUntilIdle()
      for number in 0..<meter.actions { store.dispatch(.number(number)) }
      runner.runUntilIdle()
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      meter.measure { _ in try? recording.write(to: file) }
      precondition((try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) ?? 0 > meter.actions * 20)
    }
  ]

  private struct Form: Codable, Sendable {
    var count = 0
    var title = "a title that is too long for a small string"
    var values = Array(0..<100)

    mutating func reduce(_ action: FormAction) {
      switch action {
      case .add(let number): count += number
      case .rename(let title): self.title = title
      case .set(let index, let number): values[index % values.count] = number
      }
    }
  }

  private enum FormAction: Codable, Sendable {
    case add(Int)
    case rename(String)
    case set(index: Int, to: Int)

    static func number(_ number: Int) -> FormAction {
      switch number % 3 {
      case 0: .add(number)
      case 1: .rename("a title \(number)")
      default: .set(index: number, to: 1)
      }
    }
  }
}
