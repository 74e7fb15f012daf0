import PureduxCore
import PureduxHistory

// U: undo and redo of one of a million elements, and the memory of a step.
extension Workload {
  static let history: [Workload] = [
    Workload("U-edit", "change one of 1M ordered elements, not recorded", actions: 20_000) { meter in
      var editor = Editor()
      meter.measure { actions in
        for number in 0..<actions { editor.document.items[id: Editor.id(number)]?.isDone.toggle() }
      }
    },
    Workload("U-step", "… as a step of a document of two parts", actions: 10_000) { meter in
      var editor = Editor()
      meter.measure { actions in for number in 0..<actions { editor.step(number) } }
      // The memory of the steps while all of them exist.
      if let peak = meter.counts["peak"] { meter.count("bytes", peak / Double(meter.actions)) }
      precondition(editor.history.undoCount == meter.actions)
    },
    Workload("U-undo", "undo it", actions: 20_000) { meter in
      var editor = Editor()
      for number in 0..<meter.actions { editor.step(number) }
      meter.measure { actions in for _ in 0..<actions { precondition(editor.history.undo(&editor.document)) } }
    },
    Workload("U-redo", "make it again", actions: 20_000) { meter in
      var editor = Editor()
      for number in 0..<meter.actions { editor.step(number) }
      while editor.history.undo(&editor.document) {}
      meter.measure { actions in for _ in 0..<actions { precondition(editor.history.redo(&editor.document)) } }
    },
    Workload("U-reducer", "the step by a wrapped reducer", actions: 20_000) { meter in
      var editor = Editor()
      let reducer = ClosureReducer<Editor, Int> { $0.document.items[id: $1]?.isDone.toggle() }
        .undoable(\.document, in: \.history)
      meter.measure { actions in for number in 0..<actions { reducer.reduce(&editor, Editor.id(number)) } }
    },
    group(of: 1_000), group(of: 8_000),
  ]
}

// GU: a group that edits different elements. The time is that of one edit.
extension Workload {
  private static func group(of count: Int) -> Workload {
    Workload("GU-\(count / 1_000)k", "an edit joins a group of up to \(count) other edits", actions: count) { meter in
      var editor = Editor(count: 10_000)
      meter.measure(actions: count) {
        for number in 0..<count {
          editor.history.change(&editor.document, .coalesced("paint", pause: nil)) { $0.items[number].isDone.toggle() }
        }
      }
      precondition(editor.history.undoCount == 1)
    }
  }
}

private struct Item: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var text: String
  var note = ""
  var isDone = false
}

private struct Document: Undoable {
  var items: OrderedState<Item>
  var title = ""
  static let undone: [UndoPart<Document>] = [.elements("items", \.items), .value("title", \.title)]
}

private struct Editor: Sendable {
  var document: Document
  var history = History<Document>(limits: .init(steps: 1_000_000, bytes: 1 << 30))

  init(count: Int = 1_000_000) {
    document = Document(items: OrderedState((0..<count).map { Item(id: $0, text: "item number \($0) of a list") }))
  }

  static func id(_ number: Int) -> Int { number &* 7_919 % 1_000_000 }

  mutating func step(_ number: Int) {
    history.change(&document) { $0.items[id: Self.id(number)]?.isDone.toggle() }
  }
}
