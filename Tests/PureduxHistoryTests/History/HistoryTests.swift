import PureduxHistory
import PureduxTesting
import Testing

@Suite struct HistoryTests {
  private var document = Document(ids: 0..<10)
  private var history = History<Document>()

  @Test mutating func `a change is undone and redone`() {
    let before = document
    history.change(&document, .single.named("Write")) {
      $0.notes[id: 3]?.text = "Milk"
      $0.title = "Shopping"
    }
    let after = document
    #expect(history.canUndo && !history.canRedo && history.undoName == "Write" && history.redoName == nil)
    history.undo(&document)
    #expect(document == before)
    #expect(!history.canUndo && history.canRedo && history.undoName == nil && history.redoName == "Write")
    history.redo(&document)
    #expect(document == after && history.undoName == "Write")
    let hasMore = history.redo(&document)
    #expect(!hasMore && document == after)
  }

  @Test mutating func `a step removes the redo steps`() {
    history.change(&document) { $0.title = "a" }
    history.undo(&document)
    history.change(&document) { $0.title = "b" }
    #expect(!history.canRedo && history.undoCount == 1)
  }

  @Test mutating func `a step without a change is not recorded, and keeps the redo steps`() {
    history.change(&document) { $0.title = "a" }
    history.undo(&document)
    history.change(&document) {
      $0.title = ""
      $0.notes[id: 4]?.text = ""
      $0.notes[id: 99]?.text = "nobody"
      $0.notes.move(from: [2], to: 5)
      $0.notes.move(from: [4], to: 2)
    }
    history.change(&document) { for index in $0.notes.indices { $0.notes[index].text = "" } }
    #expect(!history.canUndo && history.canRedo)
    history.change(&document) { for index in $0.notes.indices { $0.notes[index].text = index == 7 ? "x" : "" } }
    #expect(history.undoCount == 1 && history.bytes < 400)
  }

  @Test(arguments: 0..<6)
  mutating func `a change that leaves everything as it was creates no step, and pushes no other out`(kind: Int) {
    history.limits = .init(steps: 2)
    history.change(&document) { $0.title = "a" }
    let before = document
    for _ in 0..<3 {
      history.change(&document) { document in
        switch kind {
        case 0:
          document.notes.sort { $0.id > $1.id }
          document.notes.sort { $0.id < $1.id }
        case 1:
          document.notes.append(Note(id: 99))
          document.notes[0].text = "b"
          document.notes.remove(id: 99)
          document.notes[0].text = ""
        case 2: document.notes.append(document.notes[9])
        case 3:
          document.notes.remove(at: Array(3..<7))
          document.notes.insert(contentsOf: (3..<7).map { Note(id: $0) }, at: 3)
        case 4:
          document.notes.move(from: [1], to: 3)
          document.notes.move(from: [1], to: 3)
          document.notes.move(from: [1], to: 3)
          document.notes.move(from: [1, 2], to: 1)
          document.notes.sort { $0.id < $1.id }
        default:
          document.notes[id: 4]?.id = 77
          document.notes[id: 77]?.id = 4
          document.notes.removeAll()
          document.notes.append(contentsOf: (0..<10).map { Note(id: $0) })
        }
      }
    }
    #expect(document == before && history.undoCount == 1)
    history.undo(&document)
    #expect(document.title == "")
  }

  @Test mutating func `a group that leaves everything as it was is not a step, whatever it changed in between`() {
    func paint(_ change: (inout Document) -> Void) {
      history.change(&document, .coalesced("paint", pause: nil), change)
    }
    for id in 0..<10 { paint { $0.notes[id: id]?.text = "x" } }
    paint { $0.notes.append(Note(id: 50)) }
    paint { $0.title = "a" }
    paint { $0.notes.move(from: [2, 5], to: 0) }
    paint { $0.notes[id: 50] = nil }
    for id in 0..<10 { paint { $0.notes[id: id]?.text = "" } }
    #expect(history.undoCount == 1)
    paint { $0.title = "" }
    #expect(history.undoCount == 1)
    paint { $0.notes.sort { $0.id < $1.id } }
    #expect(history.undoCount == 0 && document == Document(ids: 0..<10))
  }

  @Test mutating func `a group edits an element that came from outside, and undoes only that edit`() {
    func paint(_ change: (inout Document) -> Void) {
      history.change(&document, .coalesced("paint", pause: nil), change)
    }
    paint { $0.notes.append(Note(id: 50)) }
    paint { $0.notes[id: 1]?.text = "x" }
    paint { $0.notes.append(Note(id: 51)) }
    paint { $0.notes[id: 51] = nil }
    history.change(&document, .untracked) { $0.notes.append(Note(id: 51, text: "theirs")) }
    paint { $0.notes[id: 51]?.text = "mine" }
    #expect(history.undoCount == 1)
    history.undo(&document)
    var expected = Document(ids: 0..<10)
    expected.notes.append(Note(id: 51, text: "theirs"))
    #expect(document == expected)
  }

  @Test mutating func `joining a change of a group compares the changed elements alone`() {
    let compared = Recorder<Int>()
    var (canvas, history) = (Canvas(count: 2_000, compared), History<Canvas>())
    let before = canvas
    for round in 1...2 {
      for id in 0..<1_000 {
        history.change(&canvas, .coalesced("paint", pause: nil)) { $0.pixels[id: id]?.color = round }
      }
    }
    #expect(history.undoCount == 1 && compared.values.count < 20 * 2_000)
    let bytes = history.bytes
    history.closeGroup()
    #expect(history.bytes == bytes)
    history.undo(&canvas)
    #expect(canvas.pixels.map(\.color) == before.pixels.map(\.color))
  }

  @Test mutating func `consecutive changes with the same key are one step`() {
    for letter in "Bread" {
      history.change(&document, .coalesced("note 3", pause: nil)) { $0.notes[id: 3]?.text.append(letter) }
    }
    history.change(&document, .coalesced("note 4", pause: nil)) { $0.notes[id: 4]?.text = "Tea" }
    history.change(&document, .coalesced("note 3", pause: nil)) { $0.notes[id: 3]?.text += "!" }
    #expect(history.undoCount == 3)
    history.undo(&document)
    #expect(document.notes[id: 3]?.text == "Bread")
    history.undo(&document)
    history.undo(&document)
    #expect(document == Document(ids: 0..<10))
  }

  @Test mutating func `a group whose changes cancel each other out is not a step`() {
    history.change(&document, .coalesced("drag", pause: nil)) { $0.notes.move(from: [0], to: 4) }
    history.change(&document, .coalesced("drag", pause: nil)) { $0.notes.move(from: [3], to: 0) }
    #expect(!history.canUndo && document == Document(ids: 0..<10))
    history.change(&document, .coalesced("drag", pause: nil)) { $0.notes.move(from: [0], to: 4) }
    #expect(history.undoCount == 1)
  }

  @Test mutating func `a gesture ends when its group is closed`() {
    for place in 1...5 {
      history.change(&document, .coalesced("drag", pause: nil)) { $0.notes.move(from: [place - 1], to: place + 1) }
    }
    #expect(history.undoCount == 1 && document.notes[5].id == 0)
    history.closeGroup()
    history.change(&document, .coalesced("drag", pause: nil)) { $0.notes.move(from: [5], to: 0) }
    history.undo(&document)
    #expect(history.undoCount == 1 && document.notes[5].id == 0)
    history.undo(&document)
    #expect(document == Document(ids: 0..<10))
  }

  @Test mutating func `a pause in the time of the store's clock ends typing`() {
    let clock = TestClock()
    let time = StoreClock(clock)
    func type(_ letter: Character, _ history: inout History<Document>, _ document: inout Document) {
      StoreContext.with {
        $0.clock = time
      } operation: {
        _ = history.change(&document, .coalesced("note 3")) { $0.notes[id: 3]?.text.append(letter) }
      }
    }
    for letter in "Milk" {
      type(letter, &history, &document)
      clock.advance(by: .seconds(1))
    }
    #expect(history.undoCount == 1)
    clock.advance(by: .milliseconds(1))
    type("!", &history, &document)
    #expect(history.undoCount == 2)
    history.undo(&document)
    #expect(document.notes[id: 3]?.text == "Milk")
  }

  @Test mutating func `changes from outside are not undone, and do not affect other steps`() {
    history.change(&document) { $0.notes[id: 3]?.text = "mine" }
    history.change(&document) { $0.notes.remove(id: 5) }
    history.change(&document, .untracked) {
      $0.notes.insert(Note(id: 50, text: "theirs"), at: 0)
      $0.notes.move(from: [4], to: 0)
      $0.notes[id: 7]?.text = "theirs"
    }
    #expect(history.undoCount == 2)
    history.undo(&document)
    history.undo(&document)
    #expect(document.notes[id: 3]?.text == "" && document.notes.contains(id: 5))
    #expect(document.notes[id: 50]?.text == "theirs" && document.notes[id: 7]?.text == "theirs")
    #expect(document.notes.first?.id == 3)
  }

  @Test mutating func `a step whose elements no longer exist is skipped`() {
    history.change(&document) { $0.title = "a" }
    history.change(&document) { $0.notes[id: 3]?.text = "mine" }
    history.change(&document, .untracked) { $0.notes.remove(id: 3) }
    let didUndo = history.undo(&document)
    #expect(didUndo && document.title == "" && history.redoCount == 1 && !history.canUndo)
  }

  @Test mutating func `the oldest steps are removed if there are more than the limit`() {
    history.limits = .init(steps: 300)
    for number in 1...1_000 { history.change(&document) { $0.title = "\(number)" } }
    #expect(history.undoCount == 300)
    while history.undo(&document) {}
    #expect(document.title == "700" && history.redoCount == 300)
    history.limits.steps = 2
    #expect(history.redoCount == 2)
    history.redo(&document)
    history.redo(&document)
    #expect(document.title == "702")
    history.limits.steps = 0
    history.change(&document) { $0.title = "" }
    #expect(!history.canUndo && !history.canRedo)
  }

  @Test mutating func `the oldest steps are removed if they exceed the memory limit, and the latest stays`() {
    history.limits = .init(bytes: 10_000)
    for number in 0..<100 {
      history.change(&document) { $0.notes[id: 3]?.text = String(repeating: "x", count: 1_000 + number) }
    }
    #expect((5...9).contains(history.undoCount) && history.bytes <= 10_000)
    history.change(&document) { $0.notes[id: 4]?.text = String(repeating: "y", count: 100_000) }
    history.change(&document) { $0.notes[id: 4]?.text = "" }
    #expect(history.undoCount == 1 && history.bytes > 100_000)
    history.undo(&document)
    #expect(document.notes[id: 4]?.text.count == 100_000 && history.redoCount == 1)
  }

  @Test mutating func `the changes of a throwing body are a step`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try history.change(&document) {
        $0.title = "a"
        throw Failure()
      }
    }
    #expect(document.title == "a" && history.undoCount == 1)
    history.undo(&document)
    #expect(document.title == "")
  }

  @Test mutating func `all steps are removed when another document is opened`() {
    history.change(&document) { $0.title = "a" }
    history.removeAll()
    document = Document(ids: 0..<3)
    #expect(!history.canUndo && !history.canRedo && history.bytes == 0)
  }

  @Test mutating func `replacing a collection as a whole is reported, and earlier steps stay`() {
    history.change(&document) { $0.title = "a" }
    history.undo(&document)
    history.redo(&document)
    let misuse = Recorder<Misuse>()
    StoreContext.with {
      $0.misuseReporter = misuse.reporter
    } operation: {
      history.change(&document) {
        $0.title = "b"
        $0.notes = [Note(id: 77)]
      }
    }
    #expect(
      misuse.values.map(\.whatHappened) == [
        "the part \"notes\" of a Document was replaced as a whole in an undoable change"
      ])
    #expect(history.undoCount == 1 && document.title == "b")
    history.undo(&document)
    #expect(document.title == "" && document.notes.map(\.id) == [77])
  }

  @Test mutating func `histories with the same steps are equal, and are described by the names of their steps`() {
    var (other, copy) = (history, document)
    history.change(&document, .single.named("Write")) { $0.notes[id: 3]?.text = "a" }
    #expect(history != other)
    other.change(&copy, .single.named("Write")) { $0.notes[id: 3]?.text = "b" }
    #expect(history == other)
    other.undo(&copy)
    #expect(history != other)
    #expect(Mirror(reflecting: history).children.map { "\($0.value)" } == ["[\"Write\"]", "[]"])
  }
}

extension Recorder<Misuse> {
  var reporter: MisuseReporter { MisuseReporter { self.record($0) } }
}

/// A document that counts how often its elements are compared.
private struct Canvas: Undoable {
  struct Pixel: Identifiable, Equatable, Sendable {
    let id: Int
    var color = 0
    let compared: Recorder<Int>

    static func == (one: Pixel, other: Pixel) -> Bool {
      one.compared.record(one.id)
      return one.id == other.id && one.color == other.color
    }
  }

  var pixels: OrderedState<Pixel>
  static let undone: [UndoPart<Canvas>] = [.elements("pixels", \.pixels)]

  init(count: Int, _ compared: Recorder<Int>) {
    pixels = OrderedState((0..<count).map { Pixel(id: $0, compared: compared) })
  }
}
