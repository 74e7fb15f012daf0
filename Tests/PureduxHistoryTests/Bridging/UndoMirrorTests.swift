import PureduxTesting
import Testing

@testable import PureduxHistory

/// The lists of an undo manager.
private struct Manager {
  var (undo, redo) = ([Int](), [Int]())
  private(set) var mirror = UndoMirror()

  mutating func follow(_ history: History<Document>) {
    for command in mirror.follow(history.steps) {
      switch command {
      case .remove(let number):
        undo.removeAll { $0 == number }
        redo.removeAll { $0 == number }
      case .register(let step):
        undo.append(step.number)
        redo = []
      case .rewind(let count): for _ in 0..<count { undo.popLast().map { redo.append($0) } }
      }
    }
  }

  /// Performs the user's choice in the menu. Returns false if there is nothing to undo or redo.
  mutating func perform(isUndoing: Bool) -> Bool {
    guard let number = isUndoing ? undo.popLast() : redo.popLast() else { return false }
    if isUndoing { redo.append(number) } else { undo.append(number) }
    mirror.moved(isUndoing: isUndoing)
    return true
  }

  func shows(_ history: History<Document>) -> Bool {
    undo == history.steps.undo.map(\.number) && redo == history.steps.redo.map(\.number)
  }
}

@Suite struct UndoMirrorTests {
  @Test func `there is one action for each step, which is removed with the step`() {
    var (document, history, manager) = (Document(ids: 0..<5), History<Document>(limits: .init(steps: 3)), Manager())
    for letter in "ab" {
      history.change(&document, .coalesced("note", pause: nil).named("Typing")) { $0.title.append(letter) }
    }
    manager.follow(history)
    #expect(manager.undo.count == 1)
    for number in 0..<5 {
      history.change(&document) { $0.title = "\(number)" }
      manager.follow(history)
    }
    #expect(manager.undo.count == 3 && manager.shows(history))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a list that is late and early by turns converges to that of the history`(seed: UInt64) {
    var (random, document) = (SeededGenerator(seed: seed), Document(ids: 0..<5))
    var (history, manager) = (History<Document>(limits: .init(steps: 8)), Manager())
    var late: [Bool] = []
    for number in 0..<300 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3: history.change(&document) { $0.title = "\(number)" }
      case 4: history.change(&document, .coalesced("a", pause: nil)) { $0.title += "x" }
      case 5: history.undo(&document)
      case 6: history.redo(&document)
      case 7: history.removeAll()
      case 8, 9: if manager.perform(isUndoing: true) { late.append(true) }
      case 10: if manager.perform(isUndoing: false) { late.append(false) }
      default: break
      }
      // The store's queue receives the actions a moment later.
      if Bool.random(using: &random) {
        for isUndoing in late { _ = isUndoing ? history.undo(&document) : history.redo(&document) }
        late = []
        manager.follow(history)
        #expect(manager.shows(history), "step \(number)")
      } else if Bool.random(using: &random) {
        manager.follow(history)
      }
    }
  }
}
