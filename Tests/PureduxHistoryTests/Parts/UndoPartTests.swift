import PureduxHistory
import Testing

@Suite struct UndoPartTests {
  private var document = Document(ids: 0..<1_000)
  private var history = History<Document>()

  @Test(arguments: 0..<9)
  mutating func `each kind of change of elements is undone and redone`(kind: Int) {
    let before = document
    history.change(&document) { document in
      switch kind {
      case 0: document.notes.append(contentsOf: (2_000..<2_100).map { Note(id: $0) })
      case 1: document.notes.insert(contentsOf: (2_000..<2_100).map { Note(id: $0) }, at: 500)
      case 2: document.notes.remove(at: (0..<300).map { $0 * 3 })
      case 3: document.notes.removeAll()
      case 4: document.notes.sort { $0.id % 7 < $1.id % 7 }
      case 5: document.notes.move(from: [3, 500, 900], to: 700)
      case 6: for index in document.notes.indices { document.notes[index].text = "x" }
      case 7: document.notes[id: 5]?.id = 77
      default: document.notes = document.notes.filter { $0.id % 2 == 0 }
      }
    }
    let after = document
    #expect(after != before && history.undoCount == 1 && history.bytes > 100)
    for _ in 1...3 {
      history.undo(&document)
      #expect(document == before)
      history.redo(&document)
      #expect(document == after)
    }
  }

  @Test mutating func `the memory of a step includes its elements, whether the step is large or small`() {
    history.change(&document) { $0.notes[id: 3]?.text = "x" }
    let one = history.bytes
    history.change(&document) { $0.notes.sort { $0.id > $1.id } }
    #expect(one < 400 && (8_000..<9_000).contains(history.bytes - one))
    history.removeAll()
    history.change(&document) { $0.notes.removeAll() }
    #expect(history.bytes > 1_000 * MemoryLayout<Note>.stride)
  }
}
