import Foundation
import PureduxCore
import PureduxTesting

@testable import PureduxInspector

/// A state that is so large that a session contains it only after the first events.
struct Ledger: Codable, Sendable {
  struct Row: Codable, Sendable {
    var title: String
    var price: Int
  }

  /// In the encoded form of an effect state.
  struct Sending: Codable, Sendable {
    var id = ["number": 1, "source": 7]
    var generation = 0
    var attempt = 0
    var status = 0
  }

  var rows: [Row] = []
  var notes: [String: Int] = [:]
  var sending = Sending()
  var ballast = ""

  enum Action: Codable, Sendable {
    case add(String, price: Int)
    case reprice(Int, to: Int)
    case note(String)
    case send
    case look
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let title, let price): rows.append(Row(title: title, price: price))
    case .reprice(let index, let price): rows[index].price = price
    case .note(let text): notes[text, default: 0] += 1
    case .send:
      sending.generation += 1
      sending.status = 1
    case .look: break
    }
  }

  /// The session of these actions.
  ///
  /// - Parameter ballast: The size of the state in bytes. With 60,000, the state is known after two events, with 0
  ///   after all events.
  static func session(_ actions: [Action], ballast: Int = 0) throws -> SessionProgram {
    let (folder, runner) = (try SessionFolder(), ManualRunner())
    let state = Ledger(ballast: String(repeating: "x", count: ballast))
    let store = StateStore<Ledger, Action>(state, named: "ledger", runner: runner) { $0.reduce($1) }
    let recording = store.record()
    for action in actions { store.dispatch(action) }
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    return SessionProgram(try RecordedSession(contentsOf: folder.file))
  }
}
