/// The steps of a history by their numbers and names, for somebody who keeps a list of them.
struct UndoSteps: Sendable, Equatable {
  struct Step: Sendable, Equatable {
    let number: Int
    let name: String?
  }

  /// The oldest first.
  var undo: [Step] = []
  /// The step that was undone first comes first.
  var redo: [Step] = []
  /// How often the history was used.
  var uses = 0
}

extension History {
  /// Equal only where the steps are.
  struct StepsKey: Sendable, Equatable {
    let uses: Int
    let counts: [Int]
    let next: Int
  }

  var stepsKey: StepsKey { StepsKey(uses: uses, counts: [undoCount, redoCount], next: nextNumber) }

  var steps: UndoSteps {
    func listed(_ stack: StepStack<Document>) -> [UndoSteps.Step] {
      stack.all.map { .init(number: $0.number, name: $0.name) }
    }
    return UndoSteps(undo: listed(undoing), redo: listed(redoing), uses: uses)
  }
}

/// Decides how a list of undo actions that belongs to somebody else, such as an `UndoManager`, becomes that of a history.
///
/// The list knows how to add an undo action on top, which empties its redo actions, to remove one, and to undo the topmost.
struct UndoMirror: Sendable {
  enum Command: Sendable, Equatable {
    case remove(Int)
    case register(UndoSteps.Step)
    /// Undo so many in the list alone, which makes them redo actions.
    case rewind(Int)
  }

  /// What the list has, by number, as in `UndoSteps`.
  private(set) var undo: [Int] = []
  private(set) var redo: [Int] = []
  /// How many actions of the user the history has not shown yet.
  private var pending = 0
  private var uses = 0

  /// Notes that the user has undone the topmost step, or made it again, in the list; the history is told now.
  mutating func moved(isUndoing: Bool) {
    pending += 1
    if isUndoing { undo.popLast().map { redo.append($0) } } else { redo.popLast().map { undo.append($0) } }
  }

  /// Returns what makes the list that of the history.
  mutating func follow(_ steps: UndoSteps) -> [Command] {
    pending = steps.uses < uses ? 0 : max(0, pending - (steps.uses - uses))
    uses = steps.uses
    // The list is ahead of the history, which will be where the list is.
    guard pending == 0 else { return [] }
    defer { (undo, redo) = (steps.undo.map(\.number), steps.redo.map(\.number)) }
    return commands(to: steps)
  }

  private func commands(to steps: UndoSteps) -> [Command] {
    let (wanted, wantedRedo) = (steps.undo.map(\.number), steps.redo.map(\.number))
    let kept = undo.drop { $0 != wanted.first }
    let keptRedo = redo.drop { $0 != wantedRedo.first }
    let isLonger = wanted.count > kept.count
    guard wanted.starts(with: kept), isLonger ? wantedRedo.isEmpty : Array(keptRedo) == wantedRedo else {
      // All anew: redo actions come about by undoing.
      return (undo + redo).map { .remove($0) } + (steps.undo + steps.redo.reversed()).map { .register($0) }
        + (wantedRedo.isEmpty ? [] : [.rewind(wantedRedo.count)])
    }
    let removed = undo.prefix(undo.count - kept.count) + redo.prefix(redo.count - keptRedo.count)
    return removed.map { .remove($0) } + steps.undo.dropFirst(kept.count).map { .register($0) }
  }
}
