/// The numbers and names of a history's steps, for an external undo list.
struct UndoSteps: Sendable, Equatable {
  struct Step: Sendable, Equatable {
    let number: Int
    let name: String?
  }

  /// The steps to undo, oldest first.
  var undo: [Step] = []
  /// The steps to redo, in the order in which they were undone.
  var redo: [Step] = []
  /// The number of operations that may have changed the steps.
  var uses = 0
}

extension History {
  /// A key for skipping unchanged states: equal keys mean equal steps.
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

/// Synchronizes an external list of undo actions, such as an `UndoManager`, with a history.
///
/// The list supports three operations: pushing an undo action, which clears the redo actions; removing an action; and
/// undoing the topmost action.
struct UndoMirror: Sendable {
  enum Command: Sendable, Equatable {
    case remove(Int)
    case register(UndoSteps.Step)
    /// Undoes this many actions in the list, but not in the history, to turn them into redo actions.
    case rewind(Int)
  }

  /// The numbers of the actions in the list, in the order of `UndoSteps`.
  private(set) var undo: [Int] = []
  private(set) var redo: [Int] = []
  /// The number of user operations that the history does not reflect yet.
  private var pending = 0
  private var uses = 0

  /// Records that the user has undone or redone the topmost step in the list.
  ///
  /// The caller then dispatches the action that updates the history.
  mutating func moved(isUndoing: Bool) {
    pending += 1
    if isUndoing { undo.popLast().map { redo.append($0) } } else { redo.popLast().map { undo.append($0) } }
  }

  /// Returns the commands that synchronize the list with the history.
  mutating func follow(_ steps: UndoSteps) -> [Command] {
    pending = steps.uses < uses ? 0 : max(0, pending - (steps.uses - uses))
    uses = steps.uses
    // While user operations are pending, the list is ahead of the history, which will catch up.
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
      // Rebuild the list, because redo actions can be created only by undoing.
      return (undo + redo).map { .remove($0) } + (steps.undo + steps.redo.reversed()).map { .register($0) }
        + (wantedRedo.isEmpty ? [] : [.rewind(wantedRedo.count)])
    }
    let removed = undo.prefix(undo.count - kept.count) + redo.prefix(redo.count - keptRedo.count)
    return removed.map { .remove($0) } + steps.undo.dropFirst(kept.count).map { .register($0) }
  }
}
