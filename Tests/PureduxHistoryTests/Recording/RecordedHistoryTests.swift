import PureduxHistory
import PureduxRecording
import PureduxTesting
import Testing

/// A history in a recorded store: its steps depend only on the actions, the state and the store's clock.
@Suite struct RecordedHistoryTests {
  private enum Edit: Sendable {
    case type(Int), drag(Int, to: Int), remove(Int), sort, arrived(Int), title(Int), dropped, undo, redo
  }

  private struct Desk: Sendable, Equatable {
    var document = Document(ids: 0..<8)
    var history = History<Document>(limits: .init(steps: 25))

    mutating func reduce(_ edit: Edit) {
      switch edit {
      case .type(let id): history.change(&document, .coalesced("note \(id)")) { $0.notes[id: id]?.text += "a" }
      case .drag(let id, let place):
        history.change(&document, .coalesced("drag", pause: nil)) { document in
          if let position = document.notes.index(id: id) {
            document.notes.move(from: [position], to: min(place, document.notes.count))
          }
        }
      case .remove(let id): history.change(&document) { $0.notes.remove(id: id) }
      case .sort: history.change(&document) { $0.notes.sort { ($0.text, $0.id) < ($1.text, $1.id) } }
      case .arrived(let id): history.change(&document, .untracked) { $0.notes.append(Note(id: id, text: "new")) }
      case .title(let number): history.change(&document, .coalesced("title")) { $0.title = "\(number)" }
      case .dropped: history.closeGroup()
      case .undo: history.undo(&document)
      case .redo: history.redo(&document)
      }
    }
  }

  private func edit(_ random: inout SeededGenerator) -> Edit {
    let id = Int.random(in: 0..<10, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3: return .type(id % 3)
    case 4: return .drag(id, to: id / 2)
    case 5: return .remove(id)
    case 6: return .sort
    case 7: return .arrived(id)
    case 8: return .title(id)
    case 9: return .dropped
    case 10, 11: return .redo
    default: return .undo
    }
  }

  @Test func `every document and history of a recorded program is recomputed, at any later time`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let (clock, runner) = (TestClock(), ManualRunner())
    let store = StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore<Desk, Edit>(Desk(), named: "desk", runner: runner) { $0.reduce($1) }
    }
    let recording = store.record(limit: 2_000)
    runner.runUntilIdle()
    var (live, joined) = ([store.state], 0)
    for _ in 1...600 {
      // Some pauses end a typing step, others do not.
      clock.advance(by: .milliseconds(Int.random(in: 0...1_500, using: &random)))
      let edit = edit(&random)
      store.dispatch(edit)
      runner.runUntilIdle()
      if case .type = edit, store.state.document != live.last?.document,
        store.state.history.undoCount == live.last?.history.undoCount
      {
        joined += 1
      }
      live.append(store.state)
    }
    clock.advance(by: .seconds(86_400))
    // In any order: each state is recomputed from an earlier one.
    for event in live.indices.shuffled(using: &random) {
      #expect(recording.state(of: store, after: event) == live[event], "seed \(seed), event \(event)")
    }
    #expect(joined > 10)
    #expect(live.contains { $0.history.canRedo })
  }
}
