import Foundation
import PureduxHistory
import PureduxTesting
import Testing

/// Random changes, compared with a model that retains whole old documents.
@Suite struct HistoryModelTests {
  private static let edits = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 1_000_000 : 6_000

  @Test func `a history restores the earlier documents, over random changes, groups, limits and encodings`() throws {
    let seed = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    var model = HistoryModel(limit: 40)
    for edit in 0..<Self.edits {
      try model.step(&random)
      guard model.agrees else {
        Issue.record("seed \(seed), edit \(edit): \(model.difference)")
        return
      }
    }
    model.finish()
  }

  @Test func `undone changes are undone and others stay, while changes come from outside`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.edits / 60 {
      var (document, history) = (Document(ids: Array(0..<20) + Array(1_000..<1_020)), History<Document>())
      let first = document
      for step in 0..<60 {
        if Bool.random(using: &random) {
          history.change(&document) { change(&$0, ids: 0..<30, "mine \(step)", &random) }
        } else {
          history.change(&document, .untracked) { change(&$0, ids: 1_000..<1_030, "theirs \(step)", &random) }
        }
      }
      let last = document
      func contents(_ document: Document, _ ids: Range<Int>) -> [Note] {
        document.notes.filter { ids.contains($0.id) }.sorted { $0.id < $1.id }
      }
      while history.undo(&document) {}
      #expect(contents(document, 0..<30) == contents(first, 0..<30) && document.title == first.title, "seed \(seed)")
      #expect(contents(document, 1_000..<1_030) == contents(last, 1_000..<1_030), "seed \(seed)")
      while history.redo(&document) {}
      #expect(
        contents(document, 0..<1_030) == contents(last, 0..<1_030) && document.title == last.title, "seed \(seed)")
    }
  }

  /// Changes some of these elements.
  private func change(_ document: inout Document, ids: Range<Int>, _ text: String, _ random: inout SeededGenerator) {
    let id = Int.random(in: ids, using: &random)
    let place = Int.random(in: 0...document.notes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: document.notes.remove(id: id)
    case 1 where !document.notes.contains(id: id): document.notes.insert(Note(id: id, text: text), at: place)
    case 2: document.notes.index(id: id).map { document.notes.move(from: [$0], to: place) }
    case 3 where ids.lowerBound == 0: document.title = text
    case 4: document.notes.removeAll { ids.contains($0.id) && $0.id % 7 == id % 7 }
    default: document.notes[id: id]?.text = text
    }
  }
}

private struct HistoryModel {
  struct Step {
    var number: Int
    var before: Document
    var after: Document
  }

  var document = Document(ids: 0..<20)
  var history: History<Document>
  var expected = Document(ids: 0..<20)
  var (undoing, redoing) = ([Step](), [Step]())
  var open: String?
  let limit: Int
  var number = 0
  var last = ""

  init(limit: Int) {
    self.limit = limit
    history = History(limits: .init(steps: limit))
  }

  var agrees: Bool {
    document == expected && history.undoCount == undoing.count && history.redoCount == redoing.count
  }

  var difference: String {
    """
    document \(document.notes.map { "\($0.id)\($0.text)" }) \(document.title), expected \
    \(expected.notes.map { "\($0.id)\($0.text)" }) \(expected.title); \(history.undoCount), expected \(undoing.count), \
    undone \(history.redoCount), expected \(redoing.count), after \(last)
    """
  }

  mutating func step(_ random: inout SeededGenerator) throws {
    number += 1
    switch Int.random(in: 0..<16, using: &random) {
    case 0...2:
      last = "undo"
      history.undo(&document)
      (expected, undoing, redoing) = moved(undoing, history.undoCount, redoing, history.redoCount, to: \.before)
      open = nil
    case 3, 4:
      last = "redo"
      history.redo(&document)
      (expected, redoing, undoing) = moved(redoing, history.redoCount, undoing, history.undoCount, to: \.after)
      open = nil
    case 5:
      history.closeGroup()
      open = nil
    case 6 where number % 5 == 0:
      let restored = try JSONDecoder().decode(History<Document>.self, from: JSONEncoder().encode(history))
      #expect(restored == history)
      history = restored
    case 7...10: change(["a", "b"].randomElement(using: &random), &random)
    default: change(nil, &random)
    }
  }

  private mutating func change(_ key: String?, _ random: inout SeededGenerator) {
    last = "change of \(key ?? "one"), open \(open ?? "none")"
    let (before, old) = (document, history)
    let count = Int.random(in: 1...3, using: &random)
    history.change(&document, key.map { .coalesced($0, pause: nil) } ?? .single) { document in
      for _ in 0..<count { Self.change(&document, number, &random) }
    }
    expected = document
    // Without a change, no step is recorded, and the group stays open.
    if before == document {
      #expect(history == old, "a step without a change, after \(last)")
      return
    }
    redoing = []
    let joins = key != nil && key == open && !undoing.isEmpty
    open = key
    guard joins, let last = undoing.popLast() else {
      return push(Step(number: number, before: before, after: document))
    }
    if last.before == document {
      open = nil
    } else {
      push(Step(number: last.number, before: last.before, after: document))
    }
  }

  private mutating func push(_ step: Step) {
    undoing.append(step)
    if undoing.count > limit { undoing.removeFirst() }
  }

  /// Moves a step as undoing does.
  private func moved(
    _ steps: [Step], _ count: Int, _ others: [Step], _ otherCount: Int, to state: KeyPath<Step, Document>
  ) -> (Document, [Step], [Step]) {
    var (document, steps, others) = (expected, steps, others)
    if steps.count > count, let step = steps.popLast() {
      #expect(steps.count == count && others.count + 1 == otherCount)
      document = step[keyPath: state]
      others.append(step)
    }
    return (document, steps, others)
  }

  /// Undoes and redoes all steps.
  mutating func finish() {
    let (first, last) = (undoing.first?.before ?? document, redoing.first?.after ?? document)
    while history.undo(&document) {}
    #expect(document == first)
    while history.redo(&document) {}
    #expect(document == last)
  }

  private static func change(_ document: inout Document, _ number: Int, _ random: inout SeededGenerator) {
    let id = Int.random(in: 0..<40, using: &random)
    let place = Int.random(in: 0...document.notes.count, using: &random)
    let several = document.notes.indices.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    switch Int.random(in: 0..<16, using: &random) {
    case 0...3: document.notes[id: id]?.text = "\(number % 3)"
    case 4: document.notes.append(Note(id: id, text: "\(number)"))
    case 5, 6: document.notes.insert(Note(id: id, text: "\(number)"), at: place)
    case 7: document.notes.remove(id: id)
    case 8: document.notes.remove(at: several)
    case 9: document.notes.move(from: several, to: place)
    case 10: if place < document.notes.count { document.notes.move(from: [place], to: several.first ?? 0) }
    case 11: if number % 9 == 0 { document.notes.sort { $0.text < $1.text } }
    case 12: document.notes[id: id]?.id = place
    case 13: document.title = "\(number % 4)"
    case 14: document.tags = document.tags.suffix(3) + ["\(number)"]
    default: if number % 50 == 0 { document.notes.removeAll() }
    }
  }
}
