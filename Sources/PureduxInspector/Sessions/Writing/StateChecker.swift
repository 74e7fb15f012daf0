internal import PureduxCore

/// Reduces the steps of a session again while it is written, and makes the checks of their states.
///
/// The reducers of a tree on the main actor run on the main thread alone. So its steps wait here until that thread has a
/// moment for them, and the checks are written later than the steps.
final class StateChecker: @unchecked Sendable {
  // SAFETY: `inbox` is reached with `inboxLock` held, and `work` with `lock` held, which is taken first.
  enum Task {
    /// A cell begins with this state.
    case enter(any ReplayedCell)
    /// Steps of a chunk from a number on, with the cells that they change.
    case reduce(RecordedChunk, from: UInt64, CellDirectory)
    /// Nothing had to be written for a while.
    case rest
    /// What follows cannot be reduced again.
    case stop
  }

  /// A line of the session.
  struct Line {
    let kind: StaticString
    let value: JSON
  }

  private struct Inbox {
    var tasks: [Task] = []
    var found: [Line] = []
  }

  private let inboxLock = Lock()
  private var inbox = Inbox()
  /// Two threads may be the main one: it, and the one that runs the main queue where it is parked.
  private let lock = Lock()
  private var work: StateChecks
  private let tree: StoreTree

  init(_ tree: StoreTree, _ redact: Redaction?) {
    self.tree = tree
    work = StateChecks(tree, redact)
  }

  /// Whether the reducers of the tree may run on this thread.
  var isHere: Bool { tree.mayReduceHere }

  /// Whether something waits for `run`.
  var isWanted: Bool { inboxLock.hold { _ in !inbox.tasks.isEmpty } }

  func add(_ task: Task) {
    inboxLock.hold { _ in
      if case .rest = task, case .rest? = inbox.tasks.last { return }
      inbox.tasks.append(task)
    }
  }

  /// Does what waits, about as many steps of it.
  func run(steps: Int = .max) { lock.hold { _ in takeTasks(steps: steps) } }

  private func takeTasks(steps: Int) {
    var left = steps
    while left > 0, let task = inboxLock.hold({ _ in inbox.tasks.isEmpty ? nil : inbox.tasks.removeFirst() }) {
      var lines: [Line] = []
      let rest = work.take(task, &left, &lines)
      inboxLock.hold { _ in
        inbox.found += lines
        if let rest { inbox.tasks.insert(rest, at: 0) }
      }
    }
  }

  /// Takes out the lines that were made.
  func takeFound() -> [Line] {
    inboxLock.hold { _ in
      defer { inbox.found = [] }
      return inbox.found
    }
  }
}
